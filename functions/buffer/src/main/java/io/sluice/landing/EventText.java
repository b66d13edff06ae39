package io.sluice.landing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// JSON texts of events.
final class EventText {
    /// In ASCII: SQS refuses some characters (Amazon SQS API reference, `SendMessage`), and a key may have any.
    private static final JsonFactory JSON = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private EventText() {}

    /// Writes into an object.
    @FunctionalInterface
    interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    /// A JSON object.
    static String object(Members members) {
        var text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static void time(JsonGenerator json, String name, long millis) throws IOException {
        json.writeStringField(name, Instant.ofEpochMilli(millis).toString());
    }
}
