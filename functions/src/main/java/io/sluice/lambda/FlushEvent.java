package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;

/// What a flusher's event asks for. Everything else in a scheduled event is ignored.
///
/// @param drain every partition is due
/// @param sweep staged objects that nothing refers to are removed, instead of a flush run
record FlushEvent(boolean drain, boolean sweep) {
    private static final JsonFactory JSON = new JsonFactory();

    /// @throws IOException when the event is no JSON object
    static FlushEvent read(InputStream input) throws IOException {
        try (JsonParser parser = JSON.createParser(input)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return new FlushEvent(false, false);
            }
            if (first != JsonToken.START_OBJECT) {
                throw new IOException("the flusher's event is no JSON object");
            }
            boolean drain = false;
            boolean sweep = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                boolean asked = parser.nextToken() == JsonToken.VALUE_TRUE;
                drain |= asked && name.equals("drain");
                sweep |= asked && name.equals("sweep");
                parser.skipChildren();
            }
            return new FlushEvent(drain, sweep);
        }
    }
}
