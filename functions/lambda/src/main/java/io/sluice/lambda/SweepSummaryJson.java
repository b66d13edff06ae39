package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.flush.Sweep;
import java.io.IOException;
import java.io.OutputStream;

/// The flusher's answer to a sweep: what was removed, as one JSON object.
final class SweepSummaryJson {
    private static final JsonFactory JSON = new JsonFactory();

    private SweepSummaryJson() {}

    static void write(Sweep.Summary summary, OutputStream output) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(output, JsonEncoding.UTF8)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeNumberField("segmentsRemoved", summary.segments());
            json.writeNumberField("manifestsRemoved", summary.manifests());
            json.writeNumberField("foldedRemoved", summary.folded());
            json.writeNumberField("entriesUnreadable", summary.unreadable());
            json.writeBooleanField("complete", summary.complete());
            json.writeEndObject();
        }
    }
}
