package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.buffers.BufferNumber;
import io.sluice.flush.DeliverySlice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// The event with which a flush run hands over a slice: `{"slice": {"from": "a", "until": "m"}}`, `until` left out in
/// the last, and with a `lane` where it is not the first one's.
final class SliceEvent {
    private static final JsonFactory JSON = new JsonFactory();

    private SliceEvent() {}

    static byte[] write(BufferNumber number, DeliverySlice slice) {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(event, JsonEncoding.UTF8)) {
            json.writeStartObject();
            if (!number.equals(BufferNumber.FIRST)) {
                json.writeNumberField("lane", number.value());
            }
            json.writeObjectFieldStart("slice");
            json.writeStringField("from", slice.from());
            if (slice.until().isPresent()) {
                json.writeStringField("until", slice.until().get());
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return event.toByteArray();
    }

    /// Reads the value of `slice`, whose field name the parser stands at.
    ///
    /// @throws IOException when it is no object with the texts `from` and, perhaps, `until`
    static DeliverySlice read(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("the flusher's event: slice is an object with from and until");
        }
        String from = "";
        Optional<String> until = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw new IOException("the flusher's event: slice." + name + " is a text");
            }
            switch (name) {
                case "from" -> from = parser.getText();
                case "until" -> until = Optional.of(parser.getText());
                default -> throw new IOException("the flusher's event: slice has from and until, and no " + name);
            }
        }
        return new DeliverySlice(from, until);
    }
}
