package io.sluice.benchmarks.coldstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/// The Lambda service's side of the Runtime API for one invocation of one function, with SnapStart's part of it: a
/// runtime that asks for its restore is primed, and waits until it is restored.
///
/// Source: AWS Lambda developer guide, "Using the Lambda runtime API"; `restore/next` is what AWS's runtime interface
/// client asks for when it is initialised for SnapStart.
final class RuntimeService implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:function:sluice:live";

    static {
        // Else each answer waits for the acknowledgement of its headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final byte[] event;
    private final AtomicBoolean handedOut = new AtomicBoolean();
    private final CompletableFuture<Response> response = new CompletableFuture<>();
    private final CountDownLatch primed = new CountDownLatch(1);
    private final CountDownLatch restored = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private RuntimeService(HttpServer server, byte[] event) {
        this.server = server;
        this.event = event;
    }

    /// A function's answer.
    ///
    /// @param nanos when it came, on the clock of [System#nanoTime]
    record Response(long nanos, byte[] body) {}

    /// Listens on a free port of the loopback interface.
    static RuntimeService start(byte[] event) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        RuntimeService service = new RuntimeService(server, event);
        server.createContext("/2018-06-01/runtime/", service::handle);
        server.setExecutor(service.threads);
        server.start();
        return service;
    }

    /// `AWS_LAMBDA_RUNTIME_API` of the runtime.
    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /// Waits for the function's answer.
    ///
    /// @throws IOException when it failed instead, or says nothing
    Response response() throws IOException, InterruptedException {
        try {
            return response.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no answer of the function: " + e, e);
        }
    }

    /// Waits until the runtime is primed, lets it go on, and gives when that was.
    long restore() throws IOException, InterruptedException {
        if (!primed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException("the runtime did not ask for its restore");
        }
        long start = System.nanoTime();
        restored.countDown();
        return start;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        long now = System.nanoTime();
        if (path.endsWith("/invocation/next")) {
            next(exchange);
        } else if (path.endsWith("/restore/next")) {
            primed.countDown();
            await(restored);
            respond(exchange, 200, new byte[0]);
        } else if (path.endsWith("/response")) {
            respond(exchange, 202, "{\"status\":\"OK\"}".getBytes(UTF_8));
            response.complete(new Response(now, body));
        } else {
            respond(exchange, 202, "{\"status\":\"OK\"}".getBytes(UTF_8));
            response.completeExceptionally(new IOException(path + ": " + new String(body, UTF_8)));
        }
    }

    /// One event; whoever asks for another waits until the service ends.
    private void next(HttpExchange exchange) throws IOException {
        if (handedOut.getAndSet(true)) {
            await(closed);
            exchange.close();
            return;
        }
        var headers = exchange.getResponseHeaders();
        headers.add("Lambda-Runtime-Aws-Request-Id", "8476a536-e9f4-11e8-9739-2dfe598c3fcd");
        headers.add("Lambda-Runtime-Deadline-Ms", Long.toString(Instant.now().plus(PATIENCE).toEpochMilli()));
        headers.add("Lambda-Runtime-Invoked-Function-Arn", ARN);
        respond(exchange, 200, event);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void respond(HttpExchange exchange, int status, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        restored.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
