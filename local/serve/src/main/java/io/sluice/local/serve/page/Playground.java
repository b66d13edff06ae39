package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Pipeline;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.Problem;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.partition.Partition;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Says where a record goes under a configuration, and why not, with the code that serves streams.
final class Playground {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OUTCOMES_MAX = 100;
    private static final String SEED = "playground";

    private final InstantSource clock;

    Playground(InstantSource clock) {
        this.clock = clock;
    }

    /// @param request JSON: `configuration`, the text of a stream's configuration, and `record`, a record's text
    /// @return JSON: `problems` of the configuration, and `outcomes` of the record
    /// @throws IOException when the request is no JSON
    ObjectNode answer(byte[] request) throws IOException {
        JsonNode asked = JSON.readTree(request);
        ConfigurationParser.Parsed parsed = ConfigurationParser
                .parse(asked.path("configuration").asText().getBytes(StandardCharsets.UTF_8));
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode problems = answer.putArray("problems");
        parsed.problems().forEach(problem -> problems.addObject().put("severity", problem.severity().name())
                .put("path", problem.path()).put("message", problem.message()));
        ArrayNode outcomes = answer.putArray("outcomes");
        try {
            parsed.configuration().ifPresent(stream -> trace(stream,
                    asked.path("record").asText().getBytes(StandardCharsets.UTF_8), outcomes));
        } catch (IllegalArgumentException e) {
            // It names code that is not here.
            problems.addObject().put("severity", Problem.Severity.ERROR.name()).put("path", "$.Sluice")
                    .put("message", e.getMessage());
        }
        return answer;
    }

    private void trace(StreamConfiguration stream, byte[] data, ArrayNode outcomes) {
        var functions = new Pipeline(stream, clock);
        PartitionBinder binder = functions.binders().get();
        Instant now = clock.instant();
        functions.processor().process(new SourceRecord("playground", now, data), processed -> {
            if (outcomes.size() < OUTCOMES_MAX) {
                note(processed, stream, binder, now, outcomes.addObject());
            }
        });
    }

    private static void note(Processed processed, StreamConfiguration stream, PartitionBinder binder, Instant now,
            ObjectNode outcome) {
        switch (processed) {
            case Processed.Keyed keyed -> {
                outcome.put("record", new String(keyed.bytes(), StandardCharsets.UTF_8));
                ObjectNode keys = outcome.putObject("keys");
                keyed.queryValues().forEach(keys::put);
                keyed.lambdaValues().forEach(keys::put);
                switch (binder.bind(keyed.queryValues(), keyed.lambdaValues())) {
                    case PartitionBinder.Bound.To(Partition partition) ->
                        outcome.put("path", path(partition, stream, now));
                    case PartitionBinder.Bound.Rejected(Reject reject) ->
                        reject(reject, stream, binder, now, outcome);
                }
            }
            case Processed.Rejected(byte[] raw, Reject reject, var _) -> {
                outcome.put("record", new String(raw, StandardCharsets.UTF_8));
                reject(reject, stream, binder, now, outcome);
            }
            case Processed.Dropped() -> outcome.put("dropped", true);
        }
    }

    private static void reject(Reject reject, StreamConfiguration stream, PartitionBinder binder, Instant now,
            ObjectNode outcome) {
        outcome.put("error", reject.message()).put("code", reject.code()).put("path",
                path(binder.errors(reject.type()), stream, now));
    }

    private static String path(Partition partition, StreamConfiguration stream, Instant now) {
        return String.join("", List.of("s3://", stream.bucket(), "/",
                partition.prefix().evaluate(now, stream.timeZone(), SEED)));
    }
}
