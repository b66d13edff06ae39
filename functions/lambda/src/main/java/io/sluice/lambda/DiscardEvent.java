package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.flush.ChunkDiscard;
import java.io.IOException;

/// An operator's word that a damaged chunk is given up: `{"discard": {"segment": "segments/…", "offset": 0}}`, as the
/// flusher's problem names it.
final class DiscardEvent {
    private DiscardEvent() {}

    /// Reads the value of `discard`, whose field name the parser stands at.
    ///
    /// @throws IOException when it is no object with the text `segment` and the number `offset`
    static ChunkDiscard.Request read(JsonParser parser) throws IOException {
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
        return new ChunkDiscard.Request(segment, offset);
    }

    private static IOException malformed() {
        return new IOException(
                "the flusher's event: discard is an object with the text segment and the number offset, as the run's "
                        + "problem names them");
    }
}
