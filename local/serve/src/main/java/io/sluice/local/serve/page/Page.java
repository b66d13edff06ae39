package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Answer;
import io.sluice.api.HttpCall;
import io.sluice.flush.FlushSummary;
import io.sluice.local.serve.demo.Demo;
import io.sluice.local.serve.endpoint.Route;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.ServeClock;
import io.sluice.local.serve.streams.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The page's routes. All that it shows comes as JSON, and is put into the page as text, never as markup.
public final class Page {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'";
    private static final List<String> SCRIPTS = List.of("page.js", "dom.js", "playground.js", "streams.js",
            "objects.js",
            "map.js", "demo.js");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;

    private final Streams streams;
    private final History history;
    private final Playground playground;
    private final ObjectRoutes objects;
    private final DemoRoutes demo;

    /// @param clock the server's
    /// @param demo  empty where the server was started without
    public Page(Streams streams, History history, ServeClock clock, Supplier<Optional<Demo>> demo) {
        this.streams = streams;
        this.history = history;
        this.playground = new Playground(clock);
        this.objects = new ObjectRoutes(streams, clock.source());
        this.demo = new DemoRoutes(demo);
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.add(file("/", "page.html", "text/html; charset=utf-8"));
        routes.add(file("/page.css", "page.css", "text/css; charset=utf-8"));
        routes.add(file("/icon.svg", "icon.svg", "image/svg+xml"));
        SCRIPTS.forEach(each -> routes.add(file("/" + each, each, "text/javascript; charset=utf-8")));
        routes.add(new Route("GET", "/_sluice/streams", Route.Callers.LOOPBACK, _ -> Answer.json(OK, streams())));
        routes.add(new Route("GET", "/_sluice/history", Route.Callers.LOOPBACK,
                _ -> Answer.json(OK, history.json())));
        routes.add(new Route("POST", "/_sluice/playground", Route.Callers.LOOPBACK, this::play));
        routes.add(new Route("POST", "/_sluice/playground/as", Route.Callers.LOOPBACK, this::as));
        routes.addAll(objects.routes());
        routes.addAll(demo.routes());
        return routes;
    }

    private static Route file(String path, String name, String type) {
        byte[] content = content(name);
        var answer = new Answer(OK, type, Map.of("Content-Security-Policy", POLICY, "Referrer-Policy", "no-referrer",
                "Cache-Control", "no-cache"), content);
        return new Route("GET", path, Route.Callers.LOOPBACK, _ -> answer);
    }

    private static byte[] content(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the page's file " + name + " is not in the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String streams() {
        ArrayNode listed = JSON.createArrayNode();
        for (LiveStream stream : streams.all()) {
            ObjectNode each = listed.addObject();
            FlushSummary flushed = stream.lastFlush();
            Backlog backlog = Backlog.of(stream);
            each.put("name", stream.state().name()).put("status", stream.state().status().name());
            each.put("records", stream.figures().records.sum()).put("bytes", stream.figures().bytes.sum());
            each.put("journal", stream.waiting()).put("pending", flushed.pending().records());
            each.put("partitions", flushed.pending().partitions()).put("pendingBytes", flushed.pending().rawBytes());
            each.put("delivered", flushed.tally().delivered()).put("rejected", flushed.tally().rejected());
            each.put("objects", stream.figures().objects.sum()).put("waiting", backlog.records());
            each.put("waitingBytes", backlog.bytes());
            Optional.of(stream.completeUntil()).filter(Instant.EPOCH::isBefore)
                    .ifPresent(until -> each.put("completeUntil", until.toString()));
            each.put("landedRecords", stream.figures().landedRecords.sum());
            stream.lastLanding().ifPresent(landing -> each.putObject("landed")
                    .put("at", Instant.ofEpochMilli(landing.landed().at()).toString())
                    .put("objects", landing.landed().objects().size()));
            stream.tableLag().ifPresent(lag -> each.put("tableLagSeconds", lag.toSeconds()));
            stream.troubles().forEach(each.withArray("troubles")::add);
            each.set("request", stream.state().request());
        }
        return listed.toString();
    }

    private Answer as(HttpCall call) {
        try {
            JsonNode asked = JSON.readTree(call.body());
            Optional<Forms.Form> form = Forms.Form.of(asked.path("form").asText());
            JsonNode configuration = JSON.readTree(asked.path("configuration").asText());
            return form.isPresent() && configuration instanceof ObjectNode object
                    ? Answer.json(OK, JSON.createObjectNode().put("text", Forms.of(object, form.get())).toString())
                    : ObjectRoutes.problem(BAD_REQUEST, "The configuration is no JSON object");
        } catch (IOException e) {
            return ObjectRoutes.problem(BAD_REQUEST, "The configuration is no JSON");
        }
    }

    private Answer play(HttpCall call) {
        try {
            return Answer.json(OK, playground.answer(call.body()).toString());
        } catch (IOException e) {
            return Answer.json(BAD_REQUEST, "{\"message\":\"The request is no JSON\"}");
        }
    }
}
