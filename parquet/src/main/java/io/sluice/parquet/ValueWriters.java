package io.sluice.parquet;

import io.sluice.columns.ColumnType;
import io.sluice.convert.Row;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/// Writes values of the classes that [Row] names as what [TableSchema] makes of their types.
final class ValueWriters {
    private ValueWriters() {}

    /// Writes a value that is not null.
    @FunctionalInterface
    interface ValueWriter {
        void write(Object value, RecordConsumer to);
    }

    static ValueWriter of(ColumnType type) {
        return switch (type) {
            case ColumnType.Primitive primitive -> primitive(primitive);
            case ColumnType.Decimal decimal -> {
                int bytes = TableSchema.decimalBytes(decimal.precision());
                yield (value, to) -> to.addBinary(decimal((BigDecimal) value, bytes));
            }
            case ColumnType.Varchar _,ColumnType.Char _ ->
                (value, to) -> to.addBinary(text((String) value));
            case ColumnType.Array(ColumnType element) -> list(of(element));
            case ColumnType.Mapping(ColumnType key, ColumnType value) -> map(of(key), of(value));
            case ColumnType.Struct struct -> struct(struct);
        };
    }

    private static ValueWriter primitive(ColumnType.Primitive type) {
        return switch (type) {
            case BOOLEAN -> (value, to) -> to.addBoolean((Boolean) value);
            case TINYINT, SMALLINT, INT, DATE -> (value, to) -> to.addInteger((Integer) value);
            case BIGINT, TIMESTAMP -> (value, to) -> to.addLong((Long) value);
            case FLOAT -> (value, to) -> to.addFloat((Float) value);
            case DOUBLE -> (value, to) -> to.addDouble((Double) value);
            case STRING -> (value, to) -> to.addBinary(text((String) value));
            case BINARY -> (value, to) -> to.addBinary(Binary.fromConstantByteArray((byte[]) value));
        };
    }

    /// Not by `Binary.fromString`, which wraps the same bytes in a buffer, too: most of a file's values are texts.
    private static Binary text(String value) {
        return Binary.fromConstantByteArray(value.getBytes(StandardCharsets.UTF_8));
    }

    /// The unscaled value in a fixed number of bytes, big-endian, its sign extended.
    private static Binary decimal(BigDecimal value, int length) {
        byte[] unscaled = value.unscaledValue().toByteArray();
        byte[] fixed = new byte[length];
        Arrays.fill(fixed, (byte) (value.signum() < 0 ? -1 : 0));
        System.arraycopy(unscaled, 0, fixed, length - unscaled.length, unscaled.length);
        return Binary.fromConstantByteArray(fixed);
    }

    private static ValueWriter list(ValueWriter element) {
        return (value, to) -> {
            List<?> elements = (List<?>) value;
            to.startGroup();
            if (!elements.isEmpty()) {
                to.startField("list", 0);
                for (Object each : elements) {
                    to.startGroup();
                    field("element", 0, each, element, to);
                    to.endGroup();
                }
                to.endField("list", 0);
            }
            to.endGroup();
        };
    }

    private static ValueWriter map(ValueWriter key, ValueWriter value) {
        return (given, to) -> {
            Map<?, ?> entries = (Map<?, ?>) given;
            to.startGroup();
            if (!entries.isEmpty()) {
                to.startField("key_value", 0);
                for (Map.Entry<?, ?> entry : entries.entrySet()) {
                    to.startGroup();
                    field("key", 0, entry.getKey(), key, to);
                    field("value", 1, entry.getValue(), value, to);
                    to.endGroup();
                }
                to.endField("key_value", 0);
            }
            to.endGroup();
        };
    }

    private static ValueWriter struct(ColumnType.Struct struct) {
        List<ColumnType.Struct.Field> fields = struct.fields();
        List<ValueWriter> writers = fields.stream().map(field -> of(field.type())).toList();
        return (value, to) -> {
            to.startGroup();
            for (int i = 0; i < writers.size(); i++) {
                field(fields.get(i).name(), i, ((Row) value).value(i), writers.get(i), to);
            }
            to.endGroup();
        };
    }

    /// Writes a field, or leaves it out where its value is null.
    static void field(String name, int index, @Nullable Object value, ValueWriter writer, RecordConsumer to) {
        if (value != null) {
            to.startField(name, index);
            writer.write(value, to);
            to.endField(name, index);
        }
    }
}
