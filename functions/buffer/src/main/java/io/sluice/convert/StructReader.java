package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import io.sluice.columns.ColumnType;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads an object as a row: fields that are no member are null.
final class StructReader implements ValueReader {
    private final ColumnType type;
    private final JsonKeys keys;
    private final Map<String, Field> fields;
    private final Surplus surplus;
    /// Fields by their index, each with the key that a member is expected to be under.
    private final @Nullable Expected[] inOrder;

    /// @param fields  by the key that a field's value is under, as [JsonKeys#normal] has it
    /// @param surplus what becomes of members that a row has no place for
    StructReader(ColumnType type, JsonKeys keys, Map<String, Field> fields, Surplus surplus) {
        this.type = type;
        this.keys = keys;
        this.fields = Map.copyOf(fields);
        this.surplus = surplus;
        this.inOrder = new Expected[fields.size()];
        fields.forEach((key, field) -> inOrder[field.index] = new Expected(new SerializedString(key), field));
    }

    /// @param index where the field's value is in the row
    record Field(int index, String name, ValueReader reader) {}

    private record Expected(SerializedString key, Field field) {}

    ColumnType type() {
        return type;
    }

    JsonKeys keys() {
        return keys;
    }

    Map<String, Field> fields() {
        return fields;
    }

    @Override
    public Row read(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw MismatchException.of(type, Tokens.kind(json.currentToken()));
        }
        @Nullable
        Object[] values = new Object[fields.size()];
        int expected = 0;
        Field field = next(json, expected);
        while (json.currentToken() != JsonToken.END_OBJECT) {
            JsonToken value = json.nextToken();
            if (field == null) {
                surplus.unplaced(type, json);
            } else {
                if (values[field.index] != null) {
                    surplus.repeated(type, field.name);
                }
                values[field.index] = value == JsonToken.VALUE_NULL ? null : read(field, json);
                expected = field.index + 1;
            }
            field = next(json, expected);
        }
        return new Row(values);
    }

    /// Goes to the next member, or to the object's end. Members mostly stand in the order of the fields, under keys in
    /// their normal form, which bringing them into it does not change: such a one is told by its bytes alone.
    ///
    /// @param expected the field that the member is likely to be
    /// @return the member's field; null when there is none, or at the end
    private @Nullable Field next(JsonParser json, int expected) throws IOException {
        Expected guess = expected < inOrder.length ? inOrder[expected] : null;
        if (guess == null) {
            json.nextToken();
        } else if (json.nextFieldName(guess.key)) {
            return guess.field;
        }
        return json.currentToken() == JsonToken.END_OBJECT ? null : fields.get(keys.normal(json.currentName()));
    }

    private static @Nullable Object read(Field field, JsonParser json) throws IOException {
        try {
            return field.reader.read(json);
        } catch (MismatchException e) {
            throw e.in(field.name);
        }
    }
}
