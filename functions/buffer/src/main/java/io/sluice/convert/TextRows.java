package io.sluice.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType;
import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads JSON objects that stand one after another as rows of a table, of which nothing may be left out: a member
/// without a column is refused, unless the object's path has it. Safe for concurrent use.
public final class TextRows {
    private static final JsonFactory JSON = new JsonFactory();

    private final StructReader table;

    public TextRows(FormatConversion conversion) {
        this.table = JsonRows.table(conversion, Surplus.REFUSED);
    }

    /// @param name what messages call the text
    /// @param text closed with the result
    /// @param path what the text's path says of each of its records, by name: a member of that name and text may lack
    ///             a column
    public RowReader open(String name, InputStream text, Map<String, String> path) throws IOException {
        StructReader rows = new StructReader(table.type(), table.keys(), table.fields(),
                new InPath(table.keys(), path));
        return new Rows(name, JSON.createParser(text), rows);
    }

    /// Members whose value the path has, too, are left out.
    private record InPath(JsonKeys keys, Map<String, String> path) implements Surplus {
        @Override
        public void unplaced(ColumnType type, JsonParser json) throws IOException {
            boolean there = json.currentToken().isScalarValue()
                    && json.getText().equals(path.get(keys.normal(json.currentName())));
            if (!there) {
                Surplus.REFUSED.unplaced(type, json);
            }
        }

        @Override
        public void repeated(ColumnType type, String name) {
            Surplus.REFUSED.repeated(type, name);
        }
    }

    private static final class Rows implements RowReader {
        private final String name;
        private final JsonParser json;
        private final StructReader table;
        private long number;

        Rows(String name, JsonParser json, StructReader table) {
            this.name = name;
            this.json = json;
            this.table = table;
        }

        @Override
        public @Nullable Row next() throws IOException {
            try {
                number++;
                JsonToken token = json.nextToken();
                if (token == null) {
                    return null;
                }
                if (token != JsonToken.START_OBJECT) {
                    throw refused(JsonRows.notAnObject(token));
                }
                return table.read(json);
            } catch (MismatchException e) {
                throw refused(e.clause());
            } catch (JsonProcessingException e) {
                throw refused("no JSON: " + e.getOriginalMessage());
            }
        }

        private InputException refused(String why) {
            return new InputException(name + ": record " + number + " cannot be a row: " + why);
        }

        @Override
        public void close() throws IOException {
            json.close();
        }
    }
}
