package io.sluice.aws.glue;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The Data Catalog by HTTP, as far as AWS's reference tells of these five actions: errors by `__type`, a version of a
/// table with each change, and a change of another version than the current one refused.
final class GlueServer implements AutoCloseable {
    /// What becomes of a request.
    enum Fault {
        /// It is answered.
        NONE,
        /// It is carried out, and the connection breaks.
        BROKEN,
        /// It is carried out, and answered by 500.
        FAILED_AFTER,
        /// It is carried out, and said to have taken too long.
        TIMED_OUT_AFTER,
        /// It is not carried out.
        THROTTLED,
        /// Its credentials are not valid any more.
        EXPIRED
    }

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    final Map<String, ObjectNode> databases = new ConcurrentHashMap<>();
    final Map<String, ObjectNode> tables = new ConcurrentHashMap<>();
    /// Action and body, and who signed the first of them.
    final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    final List<String> signed = Collections.synchronizedList(new ArrayList<>());
    private final HttpServer server;
    private final Function<String, Fault> faults;

    private record Answer(int status, JsonNode body) {}

    /// @param faults decides by action, before it is carried out
    GlueServer(Function<String, Fault> faults) throws IOException {
        this.faults = faults;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /// Changes a table by hand, as a console does.
    void touch(String name, String parameter, String value) {
        ObjectNode table = Objects.requireNonNull(tables.get(name), name).deepCopy();
        table.withObject("/Parameters").put(parameter, value);
        put(name, table);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String action = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
        JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
        signed.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        requests.add(action + " " + JSON.writeValueAsString(JSON.treeToValue(body, Object.class)));
        switch (faults.apply(action)) {
            case NONE -> send(exchange, answer(action, body));
            case BROKEN -> {
                answer(action, body);
                exchange.close();
            }
            case FAILED_AFTER -> {
                answer(action, body);
                send(exchange, error(500, "InternalServiceException"));
            }
            case TIMED_OUT_AFTER -> {
                answer(action, body);
                send(exchange, error(400, "OperationTimeoutException"));
            }
            case THROTTLED -> send(exchange, error(400, "ThrottlingException"));
            case EXPIRED -> send(exchange, error(400, "ExpiredTokenException"));
        }
    }

    private synchronized Answer answer(String action, JsonNode body) {
        String database = body.path("DatabaseName").asText();
        String table = database + "." + body.path("Name").asText(body.path("TableInput").path("Name").asText());
        return switch (action) {
            case "AWSGlue.GetDatabase" -> found("Database", databases.get(body.path("Name").asText()));
            case "AWSGlue.CreateDatabase" -> {
                ObjectNode input = (ObjectNode) body.path("DatabaseInput");
                yield databases.putIfAbsent(input.path("Name").asText(), input) == null
                        ? done()
                        : error(400, "AlreadyExistsException");
            }
            case "AWSGlue.GetTable" -> found("Table", tables.get(table));
            case "AWSGlue.CreateTable" -> create(database, table, (ObjectNode) body.path("TableInput"));
            case "AWSGlue.UpdateTable" -> update(table, body);
            default -> error(400, "UnknownOperationException");
        };
    }

    private Answer create(String database, String name, ObjectNode input) {
        if (!databases.containsKey(database)) {
            return error(400, "EntityNotFoundException");
        }
        if (tables.containsKey(name)) {
            return error(400, "AlreadyExistsException");
        }
        put(name, input.put("VersionId", "0"));
        return done();
    }

    private Answer update(String name, JsonNode body) {
        ObjectNode before = tables.get(name);
        if (before == null) {
            return error(400, "EntityNotFoundException");
        }
        if (!before.path("VersionId").equals(body.path("VersionId"))) {
            return error(400, "ConcurrentModificationException");
        }
        put(name, ((ObjectNode) body.path("TableInput")).put("VersionId", before.path("VersionId").asText()));
        return done();
    }

    private void put(String name, ObjectNode table) {
        tables.put(name, table.put("VersionId", Integer.toString(table.path("VersionId").asInt() + 1)));
    }

    private static Answer found(String as, @Nullable ObjectNode what) {
        return what == null
                ? error(400, "EntityNotFoundException")
                : new Answer(200, JSON.createObjectNode().set(as, what));
    }

    private static Answer done() {
        return new Answer(200, JSON.createObjectNode());
    }

    private static Answer error(int status, String type) {
        return new Answer(status, JSON.createObjectNode().put("__type", type).put("Message", "as the test wants"));
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body.toString().getBytes(UTF_8);
        exchange.sendResponseHeaders(answer.status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
