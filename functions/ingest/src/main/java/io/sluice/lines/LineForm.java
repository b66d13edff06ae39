package io.sluice.lines;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.jq.JqCapture;
import io.sluice.jq.JqException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A form of lines, as a pattern whose named groups are the fields. Immutable; for any number of threads.
///
/// @param pattern of a whole line
/// @param types   of fields, by name; the others are texts
/// @param dash    whether a lone `-` stands for no value
record LineForm(JqCapture pattern, Map<String, FieldType> types, Dash dash) {
    static final JsonFactory JSON = new JsonFactory()
            .enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);

    /// The meaning of a field that is `-`.
    enum Dash {
        A_TEXT, NO_VALUE
    }

    LineForm {
        types = Map.copyOf(types);
    }

    /// The line as a JSON object; a field that has no part in it is left out. Empty where the line has another form.
    ///
    /// @param line UTF-8
    /// @throws JqException when it takes too long to tell
    Optional<byte[]> json(byte[] line) throws IOException {
        Optional<List<@Nullable String>> fields = pattern.of(line);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (int i = 0; i < pattern.names().size(); i++) {
                String value = fields.get().get(i);
                if (value != null) {
                    write(pattern.names().get(i), value, json);
                }
            }
            json.writeEndObject();
        }
        return Optional.of(text.toByteArray());
    }

    /// Writes a field of this form.
    void write(String name, String value, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        FieldType type = types.getOrDefault(name, FieldType.TEXT);
        Optional<String> number = type.number(value);
        if (dash == Dash.NO_VALUE && value.equals("-")) {
            json.writeNull();
        } else if (number.isPresent()) {
            json.writeNumber(number.get());
        } else {
            json.writeString(type.text(value));
        }
    }
}
