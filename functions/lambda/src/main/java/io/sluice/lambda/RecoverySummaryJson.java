package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.objects.ObjectKey;
import io.sluice.recover.RecoverySummary;
import java.io.IOException;
import java.io.OutputStream;

/// The flusher's answer to a recovery, as one JSON object.
final class RecoverySummaryJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String RULES = "rules of single key values were in the table alone: set them again"
            + " (docs/how-to/retention.md)";

    private RecoverySummaryJson() {}

    static void write(RecoverySummary summary, OutputStream output) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(output, JsonEncoding.UTF8)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeBooleanField("complete", summary.complete());
            json.writeStringField("manifest", summary.manifest().map(ObjectKey::value).orElse(""));
            json.writeStringField("why", summary.why());
            json.writeNumberField("version", summary.version());
            json.writeNumberField("deliveriesOpen", summary.openDeliveries());
            json.writeNumberField("segments", summary.segments());
            json.writeNumberField("entries", summary.entries());
            json.writeNumberField("records", summary.records());
            json.writeNumberField("positions", summary.positions());
            json.writeArrayFieldStart("unreadable");
            for (String segment : summary.unreadable()) {
                json.writeString(segment);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("strangers");
            for (ObjectKey key : summary.strangers()) {
                json.writeString(key.value());
            }
            json.writeEndArray();
            json.writeStringField("retention", RULES);
            json.writeEndObject();
        }
    }
}
