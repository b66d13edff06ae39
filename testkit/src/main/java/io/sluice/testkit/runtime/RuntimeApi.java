package io.sluice.testkit.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/// The Lambda service's side of the Runtime API for one execution environment: hands out events one at a time and takes
/// the answers; for SnapStart, holds the runtime between its two hooks.
///
/// See <https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html>. `restore/next` and `restore/error` are what
/// AWS's runtime interface client asks for when it is initialised for SnapStart.
public final class RuntimeApi implements AutoCloseable {
    private static final String FUNCTION_ARN = "arn:aws:lambda:us-east-1:123456789012:function:sluice:live";
    private static final String RUNTIME = "/2018-06-01/runtime/";
    private static final String INVOCATION = "invocation/";

    static {
        // Else each answer waits for the acknowledgement of its headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Invocation> waiting = new LinkedBlockingQueue<>();
    private final Map<String, Invocation> running = new ConcurrentHashMap<>();
    private final CompletableFuture<InvocationOutcome> startFailure = new CompletableFuture<>();
    private final CompletableFuture<Boolean> primed = new CompletableFuture<>();
    private final CompletableFuture<Boolean> restored = new CompletableFuture<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private record Invocation(String id, byte[] event, Instant deadline,
            CompletableFuture<InvocationOutcome> outcome) {}

    private RuntimeApi(HttpServer server) {
        this.server = server;
    }

    /// Listens on a free port of the loopback interface.
    public static RuntimeApi start() throws IOException {
        var api = new RuntimeApi(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        api.server.createContext(RUNTIME, api::handle);
        api.server.setExecutor(api.threads);
        api.server.start();
        return api;
    }

    /// `AWS_LAMBDA_RUNTIME_API` of the runtime that this environment belongs to.
    public String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /// The calls of the runtime so far, without the ids: `invocation/next`, `invocation/response`, `restore/next`, …
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /// Queues an event; the runtime fetches it when it is ready.
    ///
    /// @param deadline told to the function; whoever waits for the outcome enforces it
    public CompletableFuture<InvocationOutcome> invoke(byte[] event, Instant deadline) {
        var invocation = new Invocation(UUID.randomUUID().toString(), event, deadline, new CompletableFuture<>());
        waiting.add(invocation);
        return invocation.outcome().applyToEither(startFailure, first -> first);
    }

    /// Done when the runtime has run what is registered for before a snapshot, and waits to be restored.
    CompletableFuture<Boolean> primed() {
        return primed;
    }

    /// Lets the runtime go on from its snapshot.
    void restore() {
        restored.complete(true);
    }

    private void handle(HttpExchange exchange) throws IOException {
        var call = exchange.getRequestURI().getPath().substring(RUNTIME.length());
        calls.add(call.replaceFirst("^invocation/[^/]+/", INVOCATION));
        var body = exchange.getRequestBody().readAllBytes();
        switch (call) {
            case "invocation/next" -> next(exchange);
            case "restore/next" -> {
                primed.complete(true);
                restored.join();
                respond(exchange, 200, new byte[0]);
            }
            case "init/error", "restore/error" -> {
                accepted(exchange);
                startFailure.complete(new InvocationOutcome.Failed(new String(body, UTF_8)));
            }
            default -> ended(exchange, call.split("/", -1), body);
        }
    }

    private void ended(HttpExchange exchange, String[] call, byte[] body) throws IOException {
        var invocation = call.length == 3 ? running.remove(call[1]) : null;
        if (invocation == null) {
            respond(exchange, 404, new byte[0]);
            return;
        }
        accepted(exchange);
        invocation.outcome().complete(call[2].equals("response")
                ? new InvocationOutcome.Answered(body)
                : new InvocationOutcome.Failed(new String(body, UTF_8)));
    }

    private void next(HttpExchange exchange) throws IOException {
        Invocation invocation;
        try {
            invocation = waiting.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
            return;
        }
        running.put(invocation.id(), invocation);
        var headers = exchange.getResponseHeaders();
        headers.add("Lambda-Runtime-Aws-Request-Id", invocation.id());
        headers.add("Lambda-Runtime-Deadline-Ms", Long.toString(invocation.deadline().toEpochMilli()));
        headers.add("Lambda-Runtime-Invoked-Function-Arn", FUNCTION_ARN);
        headers.add("Lambda-Runtime-Trace-Id", "Root=1-00000000-000000000000000000000000;Sampled=0");
        respond(exchange, 200, invocation.event());
    }

    private static void accepted(HttpExchange exchange) throws IOException {
        respond(exchange, 202, "{\"status\":\"OK\"}".getBytes(UTF_8));
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
        restored.complete(false);
        server.stop(0);
        threads.shutdownNow();
    }
}
