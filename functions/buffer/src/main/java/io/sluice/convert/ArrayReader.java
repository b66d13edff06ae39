package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads an array as a list.
record ArrayReader(ColumnType.Array type, ValueReader element) implements ValueReader {
    @Override
    public List<@Nullable Object> read(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw MismatchException.of(type, Tokens.kind(json.currentToken()));
        }
        List<@Nullable Object> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            try {
                elements.add(json.currentToken() == JsonToken.VALUE_NULL ? null : element.read(json));
            } catch (MismatchException e) {
                throw e.in("[" + elements.size() + "]");
            }
        }
        return elements;
    }
}
