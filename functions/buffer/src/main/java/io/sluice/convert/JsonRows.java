package io.sluice.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads records as rows of a table. A record holds one JSON object, or several one after another, each of them a row.
/// Never fails for what a record holds. Safe for concurrent use.
///
/// Source: Firehose developer guide, "Convert input data format"; its messages as the live service has them.
final class JsonRows {
    private static final JsonFactory JSON = new JsonFactory();

    private final StructReader table;

    JsonRows(FormatConversion conversion) {
        this.table = table(conversion, Surplus.LEFT_OUT);
    }

    /// Reads one object as a row of the table.
    static StructReader table(FormatConversion conversion, Surplus surplus) {
        ValueReaders readers = new ValueReaders(conversion.deserializer(), surplus);
        JsonKeys keys = JsonKeys.of(conversion.deserializer());
        Map<String, StructReader.Field> fields = new LinkedHashMap<>();
        List<ColumnType.Struct.Field> types = new ArrayList<>();
        for (Column column : conversion.columns()) {
            String key = switch (conversion.deserializer()) {
                case Deserializer.OpenX openX ->
                    openX.columnToJsonKeyMappings().getOrDefault(column.name(), column.name());
                case Deserializer.Hive _ -> column.name();
            };
            fields.put(keys.normal(key), new StructReader.Field(types.size(), column.name(),
                    readers.of(column.type())));
            types.add(new ColumnType.Struct.Field(column.name(), column.type()));
        }
        return new StructReader(new ColumnType.Struct(types), keys, fields, surplus);
    }

    /// The result of reading a record.
    sealed interface Read {
        /// @param rows at least one
        record Rows(List<Row> rows) implements Read {
            public Rows {
                rows = List.copyOf(rows);
            }
        }

        record Rejected(Reject reject) implements Read {}
    }

    Read read(byte[] record) {
        try (JsonParser json = JSON.createParser(record)) {
            List<Row> rows = new ArrayList<>(1);
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token != JsonToken.START_OBJECT) {
                    return new Read.Rejected(Reject.conversion(notAnObject(token)));
                }
                rows.add(table.read(json));
            }
            return rows.isEmpty()
                    ? new Read.Rejected(
                            Reject.conversion("The record was empty or contained only whitespace."))
                    : new Read.Rows(rows);
        } catch (MismatchException e) {
            return new Read.Rejected(Reject.conversion(e.sentence()));
        } catch (JsonProcessingException e) {
            return new Read.Rejected(Reject.conversionParsing(e.getOriginalMessage()));
        } catch (IOException e) {
            return new Read.Rejected(Reject.conversionParsing("The record is not valid UTF-8 text"));
        }
    }

    static String notAnObject(JsonToken token) {
        return token == JsonToken.START_ARRAY
                ? "Data does not match the schema. The top level is an array; put its objects one after another."
                : "The input JSON contained a primitive at the top level. The top level must be an object or array.";
    }
}
