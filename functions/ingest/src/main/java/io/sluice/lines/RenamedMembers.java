package io.sluice.lines;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A JSON object whose members get other names, and texts the types of a form. Values that are no texts stay as they
/// are.
final class RenamedMembers {
    private RenamedMembers() {}

    /// The object on one line; empty where `text` is anything but one object, or two of its members get one name.
    ///
    /// @param text UTF-8
    /// @param name of a member's name the one that it gets
    static Optional<byte[]> of(byte[] text, UnaryOperator<String> name, LineForm form) {
        ByteArrayOutputStream renamed = new ByteArrayOutputStream(text.length);
        try (JsonParser object = LineForm.JSON.createParser(text);
                JsonGenerator json = LineForm.JSON.createGenerator(renamed)) {
            json.enable(JsonGenerator.Feature.STRICT_DUPLICATE_DETECTION);
            if (object.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            json.writeStartObject();
            while (object.nextToken() == JsonToken.FIELD_NAME) {
                String member = name.apply(object.currentName());
                if (object.nextToken() == JsonToken.VALUE_STRING) {
                    form.write(member, object.getText(), json);
                } else {
                    json.writeFieldName(member);
                    json.copyCurrentStructureExact(object);
                }
            }
            json.writeEndObject();
            if (object.nextToken() != null) {
                return Optional.empty();
            }
        } catch (IOException e) {
            // What is no JSON is no record of this form.
            return Optional.empty();
        }
        return Optional.of(renamed.toByteArray());
    }
}
