package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;

/// What a flusher's event asks for. Everything else in a scheduled event is ignored.
///
/// @param drain every partition is due
record FlushEvent(boolean drain) {
    private static final JsonFactory JSON = new JsonFactory();

    /// @throws IOException when the event is no JSON object
    static FlushEvent read(InputStream input) throws IOException {
        try (JsonParser parser = JSON.createParser(input)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return new FlushEvent(false);
            }
            if (first != JsonToken.START_OBJECT) {
                throw new IOException("the flusher's event is no JSON object");
            }
            boolean drain = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean asksForDrain = parser.currentName().equals("drain");
                JsonToken value = parser.nextToken();
                drain |= asksForDrain && value == JsonToken.VALUE_TRUE;
                parser.skipChildren();
            }
            return new FlushEvent(drain);
        }
    }
}
