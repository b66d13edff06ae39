package io.sluice.local.serve.replica;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Answer;
import io.sluice.local.serve.FigureText;
import io.sluice.local.serve.FigureText.Figure;
import io.sluice.local.serve.endpoint.Route;
import io.sluice.direct.DirectStream;
import io.sluice.direct.GroupAgeMetric;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/// `/health` and `/metrics` of a replica. Thread-safe.
record ReplicaRoutes(Collection<DirectStream> streams) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;

    List<Route> routes() {
        return List.of(new Route("GET", "/health", Route.Callers.ALL, _ -> Answer.json(OK, health())),
                new Route("GET", "/metrics", Route.Callers.ALL,
                        _ -> Answer.text(FigureText.CONTENT_TYPE, metrics())));
    }

    /// The stores may fail all replicas alike: a replica that is called has not failed, so the status code is no word
    /// on them.
    private String health() {
        ObjectNode health = JSON.createObjectNode();
        ArrayNode troubles = JSON.createArrayNode();
        ObjectNode nameless = JSON.createObjectNode();
        for (DirectStream stream : streams) {
            stream.trouble().ifPresent(each -> troubles.add(stream.state().name() + ": " + each));
            stream.nameless().all().forEach((client, count) -> nameless.put(client,
                    nameless.path(client).asLong() + count));
        }
        health.put("status", troubles.isEmpty() ? "ok" : "degraded").put("streams", streams.size());
        health.set("troubles", troubles);
        health.set("callsWithoutAnId", nameless);
        return health.toString();
    }

    private String metrics() {
        var text = new StringBuilder();
        counter(text, "sluice_puts", "Calls that were answered well.", each -> each.figures().puts.sum());
        counter(text, "sluice_records", "Records acknowledged.", each -> each.figures().records.sum());
        counter(text, "sluice_record_bytes", "Bytes of records acknowledged.", each -> each.figures().bytes.sum());
        counter(text, "sluice_records_throttled", "Records told to come again.",
                each -> each.figures().throttled.sum());
        counter(text, "sluice_calls_repeated", "Calls recognised as attempts at one that was taken.",
                each -> each.figures().repeats.sum());
        FigureText.counter(text, "sluice_calls_without_id", "Calls that their client does not name, by client.",
                streams.stream().flatMap(stream -> stream.nameless().all().entrySet().stream()
                        .map(each -> new Figure(labels(stream) + "," + FigureText.label("client", each.getKey()),
                                each.getValue())))
                        .toList());
        FigureText.histogram(text, "sluice_call_group_seconds",
                "Time from the first call of a group to its answer.", streams.stream().map(each -> {
                    GroupAgeMetric.Counted ages = each.ages().counted();
                    return new FigureText.Histogram(labels(each), ages.upTo(), ages.groups(), ages.seconds());
                }).toList());
        FigureText.gauge(text, "sluice_troubles", "The number of things that can't continue at present.",
                figures(each -> each.trouble().isPresent() ? 1 : 0));
        return FigureText.ended(text);
    }

    private void counter(StringBuilder text, String name, String help, ToLongFunction<DirectStream> value) {
        FigureText.counter(text, name, help, figures(value));
    }

    private List<Figure> figures(ToLongFunction<DirectStream> value) {
        return streams.stream().map(each -> new Figure(labels(each), value.applyAsLong(each))).toList();
    }

    private static String labels(DirectStream stream) {
        return FigureText.label("stream", stream.state().name());
    }
}
