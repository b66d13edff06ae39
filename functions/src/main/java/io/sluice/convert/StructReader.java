package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads an object as a row: fields that are no member are null.
///
/// @param fields  by the key that a field's value is under
/// @param surplus what becomes of members that a row has no place for
record StructReader(ColumnType type, JsonKeys keys, Map<String, Field> fields,
        Surplus surplus) implements ValueReader {
    StructReader {
        fields = Map.copyOf(fields);
    }

    /// @param index where the field's value is in the row
    record Field(int index, String name, ValueReader reader) {}

    @Override
    public Row read(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw MismatchException.of(type, Tokens.kind(json.currentToken()));
        }
        @Nullable
        Object[] values = new Object[fields.size()];
        while (json.nextToken() != JsonToken.END_OBJECT) {
            Field field = fields.get(keys.normal(json.currentName()));
            JsonToken value = json.nextToken();
            if (field == null) {
                surplus.unplaced(type, json);
            } else {
                if (values[field.index] != null) {
                    surplus.repeated(type, field.name);
                }
                values[field.index] = value == JsonToken.VALUE_NULL ? null : read(field, json);
            }
        }
        return new Row(values);
    }

    private static @Nullable Object read(Field field, JsonParser json) throws IOException {
        try {
            return field.reader.read(json);
        } catch (MismatchException e) {
            throw e.in(field.name);
        }
    }
}
