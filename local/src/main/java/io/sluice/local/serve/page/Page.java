package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.serve.endpoint.Answer;
import io.sluice.local.serve.endpoint.HttpCall;
import io.sluice.local.serve.endpoint.Route;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The page's routes. All that it shows comes as JSON, and is put into the page as text, never as markup.
public final class Page {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;

    private final Streams streams;
    private final Playground playground;

    /// @param clock the server's
    public Page(Streams streams, InstantSource clock) {
        this.streams = streams;
        this.playground = new Playground(clock);
    }

    public List<Route> routes() {
        return List.of(file("/", "page.html", "text/html; charset=utf-8"),
                file("/page.css", "page.css", "text/css; charset=utf-8"),
                file("/page.js", "page.js", "text/javascript; charset=utf-8"),
                new Route("GET", "/_sluice/streams", Route.Callers.LOOPBACK, _ -> Answer.json(OK, streams())),
                new Route("POST", "/_sluice/playground", Route.Callers.LOOPBACK, this::play));
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
            each.put("name", stream.state().name()).put("status", stream.state().status().name());
            each.put("records", stream.figures().records.sum()).put("bytes", stream.figures().bytes.sum());
            each.put("journal", stream.waiting()).put("pending", stream.lastFlush().pending());
            each.put("partitions", stream.lastFlush().partitions()).put("pendingBytes",
                    stream.lastFlush().pendingBytes());
            each.put("delivered", stream.lastFlush().delivered()).put("rejected", stream.lastFlush().rejected());
            each.put("objects", stream.figures().objects.sum());
            stream.troubles().forEach(each.withArray("troubles")::add);
            each.set("request", stream.state().request());
        }
        return listed.toString();
    }

    private Answer play(HttpCall call) {
        try {
            return Answer.json(OK, playground.answer(call.body()).toString());
        } catch (IOException e) {
            return Answer.json(BAD_REQUEST, "{\"message\":\"The request is no JSON\"}");
        }
    }
}
