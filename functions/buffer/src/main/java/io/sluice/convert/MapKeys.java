package io.sluice.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.sluice.columns.ColumnType;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Objects;

/// Reads keys of objects as keys of a map: a text as it is, but for its case, and anything else as a text that holds
/// one.
record MapKeys(ColumnType type, ValueReader reader, JsonKeys keys) implements MapReader.KeyReader {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public Object read(String key) throws IOException {
        String normal = keys.normal(key);
        if (type == ColumnType.Primitive.STRING) {
            return normal;
        }
        StringWriter quoted = new StringWriter();
        try (var generator = JSON.createGenerator(quoted)) {
            generator.writeString(normal);
        }
        try (JsonParser json = JSON.createParser(quoted.toString())) {
            json.nextToken();
            return Objects.requireNonNull(reader.read(json));
        }
    }
}
