package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Answer;
import io.sluice.api.ApiException;
import io.sluice.api.HttpCall;
import io.sluice.local.serve.endpoint.Route;
import io.sluice.local.serve.streams.BucketContent;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.Redriven;
import io.sluice.local.serve.streams.Streams;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The routes to what a stream has delivered: partitions, objects with a look inside, error objects and their redrive.
final class ObjectRoutes {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;
    private static final int NEWEST_MAX = 50;
    private static final int ERRORS_MAX = 20;
    private static final int AREAS_MAX = 1_000;

    private final Streams streams;
    private final InstantSource clock;
    private final Causes causes = new Causes();
    private final Map<String, Inventory> inventories = new ConcurrentHashMap<>();

    /// @param clock the real time
    ObjectRoutes(Streams streams, InstantSource clock) {
        this.streams = streams;
        this.clock = clock;
    }

    List<Route> routes() {
        return List.of(new Route("GET", "/_sluice/objects", Route.Callers.LOOPBACK, call -> answer(call, this::list)),
                new Route("GET", "/_sluice/look", Route.Callers.LOOPBACK, call -> answer(call, this::look)),
                new Route("POST", "/_sluice/redrive", Route.Callers.LOOPBACK, call -> answer(call, this::redrive)));
    }

    /// Answers a call; failures become answers in one place.
    @FunctionalInterface
    private interface Handler {
        Answer answer(HttpCall call) throws IOException;
    }

    private static Answer answer(HttpCall call, Handler handler) {
        try {
            return handler.answer(call);
        } catch (ApiException e) {
            return problem(NOT_FOUND, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "The query can't be read: " + e.getMessage());
        } catch (IOException e) {
            return problem(FAILED, String.valueOf(e.getMessage()));
        }
    }

    static Answer problem(int status, String message) {
        return Answer.json(status, JSON.createObjectNode().put("message", message).toString());
    }

    private LiveStream stream(HttpCall call) {
        return streams.require(Parameters.of(call.query(), "stream"));
    }

    private Inventory inventory(LiveStream stream) {
        inventories.keySet().retainAll(streams.all().stream().map(each -> each.state().id()).toList());
        return inventories.computeIfAbsent(stream.state().id(), _ -> new Inventory(stream, clock));
    }

    private Answer list(HttpCall call) throws IOException {
        LiveStream stream = stream(call);
        Inventory.Contents contents = inventory(stream).look();
        ObjectNode answer = JSON.createObjectNode().put("stream", stream.state().name())
                .put("now", clock.instant().toString())
                .put("bucket", stream.bucket()).put("version", contents.version())
                .put("whole", contents.extent() == BucketContent.Extent.WHOLE)
                .put("objects", contents.data().size()).put("errorObjects", contents.errors().size());
        partitions(contents, answer);
        String below = Parameters.of(call.query(), "below");
        ArrayNode newest = answer.putArray("newest");
        contents.data().stream().filter(each -> each.key().startsWith(below)).limit(NEWEST_MAX)
                .forEach(each -> listed(each, newest.addObject()));
        ArrayNode errors = answer.putArray("errors");
        contents.errors().stream().limit(ERRORS_MAX).forEach(each -> error(stream, each, errors.addObject()));
        return Answer.json(OK, answer.toString());
    }

    private static void partitions(Inventory.Contents contents, ObjectNode answer) {
        ArrayNode areas = answer.put("partitionsInAll", contents.areas().size()).putArray("partitions");
        contents.areas().entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparingLong(Inventory.Area::bytes).reversed()))
                .limit(AREAS_MAX).forEach(each -> {
                    Inventory.Area area = each.getValue();
                    areas.addObject().put("path", each.getKey()).put("bytes", area.bytes())
                            .put("objects", area.objects()).put("oldest", area.oldest().toString())
                            .put("newest", area.newest().toString());
                });
    }

    private static void listed(BucketContent.Listed object, ObjectNode to) {
        to.put("key", object.key()).put("bytes", object.bytes()).put("written", object.modified().toString());
    }

    private void error(LiveStream stream, BucketContent.Listed object, ObjectNode to) {
        listed(object, to);
        Causes.Cause cause = causes.of(stream.objects(), object);
        to.put("code", cause.code()).put("message", cause.message()).put("records", cause.records())
                .put("others", cause.others()).put("all", cause.exactness() == Causes.Exactness.ALL)
                .put("redriven", stream.isRedriven(object.key()));
    }

    /// Only objects of the stream: whatever else a bucket holds is not shown.
    private Optional<BucketContent.Listed> find(LiveStream stream, String key) throws IOException {
        return inventory(stream).find(key);
    }

    private Answer look(HttpCall call) throws IOException {
        LiveStream stream = stream(call);
        String key = Parameters.of(call.query(), "key");
        return find(stream, key).flatMap(object -> Look.into(stream.objects(), key, object.bytes()))
                .map(look -> Answer.json(OK, look.put("redriven", stream.isRedriven(key)).toString()))
                .orElseGet(() -> problem(NOT_FOUND, "The stream has no such object"));
    }

    private Answer redrive(HttpCall call) throws IOException {
        JsonNode asked;
        try {
            asked = JSON.readTree(call.body());
        } catch (IOException e) {
            return problem(BAD_REQUEST, "The request is no JSON");
        }
        LiveStream stream = streams.require(asked.path("stream").asText());
        String key = asked.path("key").asText();
        if (find(stream, key).isEmpty()) {
            return problem(NOT_FOUND, "The stream has no such object");
        }
        return switch (stream.redrive(key)) {
            case Redriven.Now(long records, long leftOut) -> Answer.json(OK, JSON.createObjectNode()
                    .put("redriven", "now").put("records", records).put("leftOut", leftOut).toString());
            case Redriven.Earlier(long records) -> Answer.json(OK, JSON.createObjectNode().put("redriven", "earlier")
                    .put("records", records).toString());
            case Redriven.Refused(String why) -> problem(BAD_REQUEST, why);
        };
    }
}
