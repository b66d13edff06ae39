package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.flush.ChunkDiscard;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.SliceSummary;
import io.sluice.flush.Sweep;
import io.sluice.objects.ObjectKey;
import io.sluice.recover.RecoverySummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The flusher function's answers, each one JSON object.
final class FlushJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String RULES = "rules of single key values were in the table alone: set them again"
            + " (docs/how-to/retention.md)";

    private FlushJson() {}

    /// The members of an answer.
    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private static byte[] object(Members members) throws IOException {
        var answer = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(answer)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        }
        return answer.toByteArray();
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /// @param flushed empty: nothing waited
    static byte[] flushed(Optional<FlushSummary> flushed) throws IOException {
        return object(json -> {
            if (flushed.isPresent()) {
                members(flushed.get(), json);
            } else {
                json.writeBooleanField("nothingWaits", true);
            }
        });
    }

    private static void members(FlushSummary summary, JsonGenerator json) throws IOException {
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
        json.writeNumberField("recordsDiscarded", summary.discarded());
        json.writeNumberField("deliveriesOpen", summary.open());
        json.writeNumberField("partitionsPeak", summary.partitionsPeak());
        json.writeNumberField("partitionsPending", summary.pending().partitions());
        json.writeNumberField("recordsPending", summary.pending().records());
        json.writeNumberField("rawBytesPending", summary.pending().rawBytes());
        if (summary.waitingSince() != Long.MAX_VALUE) {
            json.writeNumberField("waitingSince", summary.waitingSince());
        }
        json.writeBooleanField("superseded", summary.superseded());
        json.writeObjectFieldStart("sinceFirstCommit");
        json.writeNumberField("staged", summary.tally().staged());
        json.writeNumberField("delivered", summary.tally().delivered());
        json.writeNumberField("rejected", summary.tally().rejected());
        json.writeNumberField("dropped", summary.tally().dropped());
        json.writeNumberField("discarded", summary.tally().discarded());
        json.writeEndObject();
        texts(json, "problems", summary.problems());
    }

    /// The answer to a slice. Nobody waits for it but who invokes one by hand.
    static byte[] delivered(SliceSummary summary) throws IOException {
        return object(json -> {
            json.writeNumberField("version", summary.version());
            json.writeNumberField("objects", summary.objects());
            json.writeNumberField("failed", summary.failed());
            json.writeNumberField("untried", summary.untried());
            texts(json, "problems", summary.problems());
        });
    }

    /// @param swept empty: nothing is due
    static byte[] swept(Optional<Sweep.Summary> swept) throws IOException {
        return object(json -> {
            if (swept.isEmpty()) {
                json.writeBooleanField("nothingIsDue", true);
                return;
            }
            json.writeNumberField("segmentsRemoved", swept.get().segments());
            json.writeNumberField("manifestsRemoved", swept.get().manifests());
            json.writeNumberField("foldedRemoved", swept.get().folded());
            json.writeNumberField("landingsRemoved", swept.get().landings());
            json.writeNumberField("entriesUnreadable", swept.get().unreadable());
            json.writeBooleanField("complete", swept.get().complete());
        });
    }

    static byte[] discarded(ChunkDiscard.Summary summary) throws IOException {
        return object(json -> {
            json.writeStringField("segment", summary.segment());
            json.writeNumberField("offset", summary.offset());
            json.writeStringField("object", summary.object());
            json.writeNumberField("recordsDiscarded", summary.records());
            json.writeStringField("kept", summary.kept());
            json.writeNumberField("bytesKept", summary.bytes());
        });
    }

    static byte[] recovered(RecoverySummary summary) throws IOException {
        return object(json -> {
            json.writeBooleanField("complete", summary.complete());
            json.writeStringField("manifest", summary.manifest().map(ObjectKey::value).orElse(""));
            json.writeStringField("why", summary.why());
            json.writeNumberField("version", summary.version());
            json.writeNumberField("deliveriesOpen", summary.openDeliveries());
            json.writeNumberField("segments", summary.segments());
            json.writeNumberField("entries", summary.entries());
            json.writeNumberField("records", summary.records());
            json.writeNumberField("positions", summary.positions());
            texts(json, "unreadable", List.copyOf(summary.unreadable()));
            texts(json, "strangers", summary.strangers().stream().map(ObjectKey::value).toList());
            json.writeStringField("retention", RULES);
        });
    }
}
