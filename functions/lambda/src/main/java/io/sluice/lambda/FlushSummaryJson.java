package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.flush.FlushSummary;
import java.io.IOException;
import java.io.OutputStream;

/// The flusher's answer: its summary as one JSON object.
final class FlushSummaryJson {
    private static final JsonFactory JSON = new JsonFactory();

    private FlushSummaryJson() {}

    static void write(FlushSummary summary, OutputStream output) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(output, JsonEncoding.UTF8)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeNumberField("version", summary.version());
            json.writeNumberField("batchesFolded", summary.batchesFolded());
            json.writeNumberField("batchesRepeated", summary.batchesRepeated());
            json.writeNumberField("objects", summary.objects());
            json.writeNumberField("errorObjects", summary.errorObjects());
            json.writeNumberField("records", summary.records());
            json.writeNumberField("recordsNotConverted", summary.rejected());
            json.writeNumberField("rawBytes", summary.rawBytes());
            json.writeNumberField("bytes", summary.bytes());
            json.writeNumberField("damagedChunks", summary.damaged());
            json.writeNumberField("recordsForfeited", summary.forfeited());
            json.writeNumberField("deliveriesOpen", summary.open());
            json.writeNumberField("partitionsPeak", summary.partitionsPeak());
            json.writeNumberField("partitionsPending", summary.pending().partitions());
            json.writeNumberField("recordsPending", summary.pending().records());
            json.writeNumberField("rawBytesPending", summary.pending().rawBytes());
            if (summary.waitingSince() != Long.MAX_VALUE) {
                json.writeNumberField("waitingSince", summary.waitingSince());
            }
            json.writeBooleanField("superseded", summary.superseded());
            writeTally(summary, json);
            json.writeArrayFieldStart("problems");
            for (String problem : summary.problems()) {
                json.writeString(problem);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void writeTally(FlushSummary summary, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("sinceFirstCommit");
        json.writeNumberField("staged", summary.tally().staged());
        json.writeNumberField("delivered", summary.tally().delivered());
        json.writeNumberField("rejected", summary.tally().rejected());
        json.writeNumberField("dropped", summary.tally().dropped());
        json.writeNumberField("forfeited", summary.tally().forfeited());
        json.writeEndObject();
    }
}
