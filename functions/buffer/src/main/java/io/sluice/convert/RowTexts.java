package io.sluice.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.reject.Reject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells what rows a stream's records become, as the JSON that a reader of the files gives back
/// ([io.sluice.input.RowFiles]): for whoever compares the two. Safe for concurrent use.
public final class RowTexts {
    private static final JsonFactory JSON = new JsonFactory()
            .enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);

    private final List<ColumnType.Struct.Field> columns;
    private final JsonRows rows;

    public RowTexts(FormatConversion conversion) {
        this.columns = conversion.columns().stream().map(RowTexts::field).toList();
        this.rows = new JsonRows(conversion);
    }

    private static ColumnType.Struct.Field field(Column column) {
        return new ColumnType.Struct.Field(column.name(), column.type());
    }

    /// The outcome of converting a record.
    public sealed interface Converted {
        /// @param rows JSON objects in UTF-8, at least one
        record Rows(List<byte[]> rows) implements Converted {
            public Rows {
                rows = List.copyOf(rows);
            }
        }

        record Rejected(Reject reject) implements Converted {}
    }

    public Converted of(byte[] record) {
        return switch (rows.read(record)) {
            case JsonRows.Read.Rejected(Reject reject) -> new Converted.Rejected(reject);
            case JsonRows.Read.Rows(List<Row> read) -> {
                List<byte[]> texts = new ArrayList<>();
                read.forEach(row -> texts.add(text(row)));
                yield new Converted.Rows(texts);
            }
        };
    }

    private byte[] text(Row row) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            members(columns, row, json);
        } catch (IOException e) {
            throw new UncheckedIOException("memory is always written to", e);
        }
        return text.toByteArray();
    }

    private static void members(List<ColumnType.Struct.Field> fields, Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < fields.size(); i++) {
            Object value = row.value(i);
            if (value != null) {
                json.writeFieldName(fields.get(i).name());
                write(fields.get(i).type(), value, json);
            }
        }
        json.writeEndObject();
    }

    private static void write(ColumnType type, @Nullable Object value, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
            return;
        }
        switch (type) {
            case ColumnType.Array(ColumnType element) -> {
                json.writeStartArray();
                for (Object each : (List<?>) value) {
                    write(element, each, json);
                }
                json.writeEndArray();
            }
            case ColumnType.Mapping(ColumnType key, ColumnType of) -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    json.writeFieldName(key(key, entry.getKey()));
                    write(of, entry.getValue(), json);
                }
                json.writeEndObject();
            }
            case ColumnType.Struct struct -> members(struct.fields(), (Row) value, json);
            case ColumnType.Primitive _,ColumnType.Decimal _,ColumnType.Varchar _,ColumnType.Char _ ->
                scalar(type, value, json);
        }
    }

    private static void scalar(ColumnType type, Object value, JsonGenerator json) throws IOException {
        switch (value) {
            case Boolean bool -> json.writeBoolean(bool);
            case byte[] bytes -> json.writeBinary(bytes);
            case String text -> json.writeString(stored(text));
            default -> {
                String text = text(type, value);
                if (type == ColumnType.Primitive.DATE || type == ColumnType.Primitive.TIMESTAMP) {
                    json.writeString(text);
                } else {
                    json.writeNumber(text);
                }
            }
        }
    }

    private static String key(ColumnType type, Object value) throws IOException {
        return value instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : text(type, value);
    }

    private static String text(ColumnType type, Object value) {
        return switch (value) {
            case Integer days when type == ColumnType.Primitive.DATE -> LocalDate.ofEpochDay(days).toString();
            case Long micros when type == ColumnType.Primitive.TIMESTAMP ->
                Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
            case BigDecimal decimal -> decimal.toPlainString();
            case String key -> stored(key);
            default -> value.toString();
        };
    }

    /// A text as it is in a file, where half of a surrogate pair is a `?`.
    private static String stored(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
