package io.sluice.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnType.Primitive;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Base64;

/// Texts and bytes. A value that is no text is its JSON.
final class Texts {
    private static final JsonFactory JSON = new JsonFactory();

    private Texts() {}

    /// @param keys applies to the keys of objects within
    static String text(JsonParser json, JsonKeys keys) throws IOException {
        JsonToken token = json.currentToken();
        if (token.isScalarValue()) {
            return json.getText();
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            copy(json, generator, keys);
        }
        return text.toString();
    }

    static String bounded(JsonParser json, ColumnType type, int charsMax, JsonKeys keys) throws IOException {
        String text = text(json, keys);
        if (text.codePointCount(0, text.length()) > charsMax) {
            throw MismatchException.of(type, "a text that is too long");
        }
        return text;
    }

    static byte[] binary(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw MismatchException.of(Primitive.BINARY, Tokens.kind(json.currentToken()));
        }
        try {
            return Base64.getDecoder().decode(json.getText());
        } catch (IllegalArgumentException e) {
            throw MismatchException.of(Primitive.BINARY, "a string that is not base64");
        }
    }

    /// The value's tokens without the blanks between them, numbers as they are written.
    private static void copy(JsonParser json, JsonGenerator to, JsonKeys keys) throws IOException {
        int depth = 0;
        for (JsonToken token = json.currentToken();; token = json.nextToken()) {
            switch (token) {
                case START_OBJECT -> to.writeStartObject();
                case END_OBJECT -> to.writeEndObject();
                case START_ARRAY -> to.writeStartArray();
                case END_ARRAY -> to.writeEndArray();
                case FIELD_NAME -> to.writeFieldName(keys.normal(json.currentName()));
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> to.writeNumber(json.getText());
                default -> to.copyCurrentEvent(json);
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (depth == 0) {
                return;
            }
        }
    }
}
