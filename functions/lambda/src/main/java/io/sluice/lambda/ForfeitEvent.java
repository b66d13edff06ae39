package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.flush.Forfeiture;
import java.io.IOException;
import java.io.OutputStream;

/// An operator's word that a damaged chunk is given up: `{"forfeit": {"segment": "segments/…", "offset": 0}}`, as the
/// flusher's problem names it, and its answer.
final class ForfeitEvent {
    private static final JsonFactory JSON = new JsonFactory();

    private ForfeitEvent() {}

    /// Reads the value of `forfeit`, whose field name the parser stands at.
    ///
    /// @throws IOException when it is no object with the text `segment` and the number `offset`
    static Forfeiture.Request read(JsonParser parser) throws IOException {
        String segment = "";
        long offset = -1;
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw malformed();
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("segment") && value == JsonToken.VALUE_STRING) {
                segment = parser.getText();
            } else if (name.equals("offset") && value == JsonToken.VALUE_NUMBER_INT) {
                offset = parser.getLongValue();
            } else {
                throw malformed();
            }
        }
        if (segment.isEmpty() || offset < 0) {
            throw malformed();
        }
        return new Forfeiture.Request(segment, offset);
    }

    private static IOException malformed() {
        return new IOException(
                "the flusher's event: forfeit is an object with the text segment and the number offset, as the run's "
                        + "problem names them");
    }

    static void write(Forfeiture.Summary summary, OutputStream output) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(output, JsonEncoding.UTF8)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeStringField("segment", summary.segment());
            json.writeNumberField("offset", summary.offset());
            json.writeStringField("object", summary.object());
            json.writeNumberField("recordsForfeited", summary.records());
            json.writeStringField("kept", summary.kept());
            json.writeNumberField("bytesKept", summary.bytes());
            json.writeEndObject();
        }
    }
}
