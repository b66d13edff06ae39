package io.sluice.local.serve.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A server of functions that does as a test tells it: it knows nothing of Sluice, and no Lambda but by the form of
/// its requests.
public final class FunctionHost implements AutoCloseable {
    public static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private volatile Function<Call, Reply> behaviour = call -> Reply.ok("{}");

    /// A call as it came.
    public record Call(String target, Map<String, List<String>> headers, JsonNode event) {
        public List<String> ids() {
            return event.path("records").valueStream().map(each -> each.path("recordId").asText()).toList();
        }
    }

    /// What it does with a call.
    public sealed interface Reply {
        record Answer(int status, Map<String, String> headers, byte[] body) implements Reply {}

        /// It hangs up.
        record HangUp() implements Reply {}

        /// It never answers.
        record Silence() implements Reply {}

        /// It begins an answer and never ends it.
        record Stall() implements Reply {}

        static Reply ok(String body) {
            return new Answer(200, Map.of(), body.getBytes(StandardCharsets.UTF_8));
        }

        static Reply status(int status) {
            return new Answer(status, Map.of(), new byte[0]);
        }
    }

    private FunctionHost(HttpServer server) {
        this.server = server;
    }

    public static FunctionHost start() throws IOException {
        return start(0);
    }

    public static FunctionHost start(int port) throws IOException {
        var host = new FunctionHost(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
        host.server.createContext("/", host::handle);
        host.server.setExecutor(host.threads);
        host.server.start();
        return host;
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public FunctionHost does(Function<Call, Reply> wanted) {
        behaviour = wanted;
        return this;
    }

    public List<Call> calls() {
        return calls;
    }

    /// Answers each record by what `outcome` makes of it.
    public static Reply each(Call call, Function<JsonNode, ObjectNode> outcome) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode records = answer.putArray("records");
        call.event().path("records").forEach(record -> records.add(outcome.apply(record)));
        return Reply.ok(answer.toString());
    }

    public static ObjectNode ok(JsonNode record, String text, Map<String, String> keys) {
        ObjectNode answer = result(record, "Ok").put("data",
                Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
        keys.forEach(answer.putObject("metadata").putObject("partitionKeys")::put);
        return answer;
    }

    public static ObjectNode result(JsonNode record, String result) {
        return JSON.createObjectNode().put("recordId", record.path("recordId").asText()).put("result", result);
    }

    public static String text(JsonNode record) {
        return new String(Base64.getDecoder().decode(record.path("data").asText()), StandardCharsets.UTF_8);
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        var call = new Call(exchange.getRequestMethod() + " " + exchange.getRequestURI(), exchange.getRequestHeaders(),
                JSON.readTree(body));
        calls.add(call);
        switch (behaviour.apply(call)) {
            case Reply.Answer(int status, var headers, byte[] answer) -> {
                headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
                exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
                if (answer.length > 0) {
                    exchange.getResponseBody().write(answer);
                }
                exchange.close();
            }
            case Reply.HangUp() -> exchange.close();
            case Reply.Silence() -> awaitEnd();
            case Reply.Stall() -> {
                exchange.sendResponseHeaders(200, 100);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                awaitEnd();
            }
        }
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended.countDown();
        server.stop(0);
        threads.shutdown();
    }
}
