package org.apache.iceberg.rest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.util.Pair;

/// Iceberg's own REST catalog of its tests, by HTTP: in its package, since its routes are.
public final class RestServer implements AutoCloseable {
    /// What becomes of a request.
    public enum Fault {
        /// It is answered.
        NONE,
        /// It is applied, and the connection breaks.
        BROKEN,
        /// It is applied, and answered by 503.
        UNAVAILABLE_AFTER,
        /// It is applied, and answered by 500.
        FAILED_AFTER,
        /// It is not applied, and answered as Glue does when it throttles.
        THROTTLED
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final RESTCatalogAdapter catalog;
    private final Function<String, Fault> faults;

    /// @param faults decides by method and path
    public RestServer(Catalog catalog, Function<String, Fault> faults) throws IOException {
        this.catalog = new RESTCatalogAdapter(catalog);
        this.faults = faults;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private record Answer(int status, String body) {}

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath().substring(1);
        byte[] body = exchange.getRequestBody().readAllBytes();
        Fault fault = faults.apply(exchange.getRequestMethod() + " " + path);
        switch (fault) {
            case NONE -> send(exchange, answer(exchange, path, body));
            case BROKEN -> {
                answer(exchange, path, body);
                exchange.close();
            }
            case UNAVAILABLE_AFTER -> {
                answer(exchange, path, body);
                send(exchange, error(503, "ServiceUnavailableException"));
            }
            case FAILED_AFTER -> {
                answer(exchange, path, body);
                send(exchange, error(500, "InternalServerError"));
            }
            case THROTTLED -> send(exchange, error(400, "ThrottlingException"));
        }
    }

    private static Answer error(int status, String type) {
        return new Answer(status, text(ErrorResponse.builder().responseCode(status).withType(type)
                .withMessage("as the test wants").build()));
    }

    private Answer answer(HttpExchange exchange, String path, byte[] body) throws IOException {
        HTTPRequest.HTTPMethod method = HTTPRequest.HTTPMethod.valueOf(exchange.getRequestMethod());
        Pair<Route, Map<String, String>> route = Route.from(method, path);
        if (route == null) {
            return error(404, "NotFoundException");
        }
        ImmutableHTTPRequest.Builder request = ImmutableHTTPRequest.builder().baseUri(URI.create(uri())).method(method)
                .path(path).queryParameters(query(exchange));
        if (route.first().requestClass() != null) {
            request.body(RESTObjectMapper.mapper().readValue(body, route.first().requestClass()));
        }
        Answer[] error = {null};
        try {
            RESTResponse response = catalog.execute(request.build(), route.first().responseClass(),
                    failed -> error[0] = new Answer(failed.code(), text(failed)), _ -> {});
            return new Answer(response == null ? 204 : 200, response == null ? "" : text(response));
        } catch (RESTException e) {
            if (error[0] == null) {
                throw e;
            }
            return error[0];
        }
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        Optional.ofNullable(exchange.getRequestURI().getQuery()).ifPresent(text -> {
            for (String pair : text.split("&", -1)) {
                query.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
        });
        return query;
    }

    private static String text(Object value) {
        try {
            return RESTObjectMapper.mapper().writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        boolean empty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status, empty ? -1 : body.length);
        if (!empty) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}
