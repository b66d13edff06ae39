package io.sluice.local.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/// The Lambda service's side of the Runtime API for one execution environment: hands out events one at a time and takes
/// the answers.
///
/// See <https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html>.
final class RuntimeApi implements AutoCloseable {
    private static final String FUNCTION_ARN = "arn:aws:lambda:us-east-1:123456789012:function:sluice:live";
    private static final String INVOCATIONS = "/2018-06-01/runtime/invocation/";
    private static final String INIT_ERROR = "/2018-06-01/runtime/init/error";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Invocation> waiting = new LinkedBlockingQueue<>();
    private final Map<String, Invocation> running = new ConcurrentHashMap<>();
    private final CompletableFuture<Outcome> initFailure = new CompletableFuture<>();

    private record Invocation(String id, byte[] event, Instant deadline, CompletableFuture<Outcome> outcome) {}

    private RuntimeApi(HttpServer server) {
        this.server = server;
    }

    /// Listens on a free port of the loopback interface.
    static RuntimeApi start() throws IOException {
        var api = new RuntimeApi(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        api.server.createContext(INVOCATIONS, api::invocation);
        api.server.createContext(INIT_ERROR, api::initError);
        api.server.setExecutor(api.threads);
        api.server.start();
        return api;
    }

    /// `AWS_LAMBDA_RUNTIME_API` of the runtime that this environment belongs to.
    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /// Queues an event; the runtime fetches it when it is ready.
    ///
    /// @param deadline told to the function; whoever waits for the outcome enforces it
    CompletableFuture<Outcome> invoke(byte[] event, Instant deadline) {
        var invocation = new Invocation(UUID.randomUUID().toString(), event, deadline, new CompletableFuture<>());
        waiting.add(invocation);
        return invocation.outcome().applyToEither(initFailure, first -> first);
    }

    private void invocation(HttpExchange exchange) throws IOException {
        var call = exchange.getRequestURI().getPath().substring(INVOCATIONS.length()).split("/", -1);
        if (call.length == 1 && call[0].equals("next")) {
            next(exchange);
            return;
        }
        var invocation = running.remove(call[0]);
        if (invocation == null || call.length != 2) {
            respond(exchange, 404, new byte[0]);
            return;
        }
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        respond(exchange, 202, "{\"status\":\"OK\"}".getBytes(UTF_8));
        invocation.outcome()
                .complete(call[1].equals("response") ? new Outcome.Answered(body) : new Outcome.Failed(body));
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

    private void initError(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        respond(exchange, 202, "{\"status\":\"OK\"}".getBytes(UTF_8));
        initFailure.complete(new Outcome.Failed(body));
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
        server.stop(0);
        threads.shutdownNow();
    }
}
