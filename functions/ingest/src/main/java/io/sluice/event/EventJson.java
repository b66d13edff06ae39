package io.sluice.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.EventPlace;
import io.sluice.firehose.EventReader;
import java.io.IOException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// The tokens of a JSON object, read once from front to back; refusals name the field and never what it holds. A name
/// that an object has twice is refused: one of its values would be lost. Belongs to one object of one event.
final class EventJson {
    /// The factory for text that producers wrote, which may have a name twice.
    static final JsonFactory PAYLOADS = JsonFactory.builder().streamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(EventReader.EVENT_BYTES_MAX).build()).build();

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(PAYLOADS.streamReadConstraints()).build();

    private final JsonParser parser;
    private final String subject;

    private EventJson(JsonParser parser, String subject) {
        this.parser = parser;
        this.subject = subject;
    }

    /// Handles one field; the parser stands on its value, and is left on the value's last token.
    interface FieldReader {
        void field(String name) throws IOException;
    }

    /// Handles one element of an array.
    interface ElementReader {
        void element() throws IOException;
    }

    /// Reads an object's fields.
    interface Reading {
        void read(EventJson json) throws IOException;
    }

    /// Reads a JSON object, which must be all there is.
    ///
    /// @param subject what the object is, at the start of a message
    /// @throws EventFormatException when it is no JSON object, or `reading` refuses it
    static void read(byte[] object, String subject, Reading reading) {
        try (JsonParser parser = JSON.createParser(object)) {
            read(parser, subject, reading);
        } catch (IOException e) {
            throw new EventFormatException(subject + " is not valid UTF-8 text: " + e.getMessage(), e);
        }
    }

    private static void read(JsonParser parser, String subject, Reading reading) throws IOException {
        try {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new EventFormatException(subject + " is not a JSON object");
            }
            reading.read(new EventJson(parser, subject));
            if (parser.nextToken() != null) {
                throw new EventFormatException("There is something after the closing brace: " + subject
                        + " is one JSON object");
            }
        } catch (JsonProcessingException e) {
            throw new EventFormatException(subject + " is not valid JSON: " + e.getOriginalMessage() + " ("
                    + new EventPlace(parser).describe() + ")", e);
        }
    }

    JsonParser parser() {
        return parser;
    }

    /// Each field of the object that the parser stands on.
    void fields(FieldReader reader) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            throw failure("is not an object");
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            reader.field(name);
        }
    }

    /// Each element of the array that the parser stands on.
    void elements(ElementReader reader) throws IOException {
        if (!parser.hasToken(JsonToken.START_ARRAY)) {
            throw failure("is not an array");
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            reader.element();
        }
    }

    void skip() throws IOException {
        parser.skipChildren();
    }

    boolean isNull() {
        return parser.hasToken(JsonToken.VALUE_NULL);
    }

    String text() throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            throw failure("is not a text");
        }
        return parser.getText();
    }

    /// A whole number, or a text of its digits, which some samples have.
    long whole() throws IOException {
        try {
            if (parser.hasToken(JsonToken.VALUE_STRING)) {
                return Long.parseLong(parser.getText());
            }
            if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
                return parser.getLongValue();
            }
        } catch (NumberFormatException | InputCoercionException e) {
            throw new EventFormatException(described("is not a whole number of 64 bits"), e);
        }
        throw failure("is not a whole number");
    }

    /// The bytes that a text stands for; null where the value is null.
    byte @Nullable [] base64() throws IOException {
        if (isNull()) {
            return null;
        }
        String text = text();
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new EventFormatException(described("is not base64: " + e.getMessage()), e);
        }
    }

    /// About the current value.
    EventFormatException failure(String what) {
        return new EventFormatException(described(what));
    }

    private String described(String what) {
        return subject + "'s " + new EventPlace(parser).field() + " " + what;
    }

    /// About a field that the object does not have.
    ///
    /// @param path of the field, as `/records/orders-0/3/offset`
    EventFormatException missing(String path) {
        return new EventFormatException(subject + " has no " + path);
    }
}
