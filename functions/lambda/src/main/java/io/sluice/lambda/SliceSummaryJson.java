package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.flush.SliceSummary;
import java.io.IOException;
import java.io.OutputStream;

/// The flusher's answer to a slice, as one JSON object. Nobody waits for it but who invokes one by hand.
final class SliceSummaryJson {
    private static final JsonFactory JSON = new JsonFactory();

    private SliceSummaryJson() {}

    static void write(SliceSummary summary, OutputStream output) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(output, JsonEncoding.UTF8)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeNumberField("version", summary.version());
            json.writeNumberField("objects", summary.objects());
            json.writeNumberField("failed", summary.failed());
            json.writeNumberField("untried", summary.untried());
            json.writeArrayFieldStart("problems");
            for (String problem : summary.problems()) {
                json.writeString(problem);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }
}
