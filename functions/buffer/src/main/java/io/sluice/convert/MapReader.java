package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads an object as a map.
///
/// @param surplus what becomes of a key that is there twice
record MapReader(ColumnType.Mapping type, KeyReader key, ValueReader value,
        Surplus surplus) implements ValueReader {
    /// Reads a key of an object as a value of the map's key type.
    @FunctionalInterface
    interface KeyReader {
        Object read(String key) throws IOException;
    }

    @Override
    public Map<Object, @Nullable Object> read(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw MismatchException.of(type, Tokens.kind(json.currentToken()));
        }
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            try {
                Object read = key.read(json.currentName());
                if (entries.containsKey(read)) {
                    surplus.repeated(type, String.valueOf(read));
                }
                entries.put(read, json.nextToken() == JsonToken.VALUE_NULL ? null : value.read(json));
            } catch (MismatchException e) {
                throw e.in("[" + entries.size() + "]");
            }
        }
        return entries;
    }
}
