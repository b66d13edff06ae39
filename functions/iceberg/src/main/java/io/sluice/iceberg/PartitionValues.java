package io.sluice.iceberg;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// Key values as the values of a table's partition columns. They come from the keys themselves, and never from a path:
/// a value may hold `/` and `=`, and a path codes it.
final class PartitionValues {
    /// The folder that Hive gives to what has no value.
    private static final String NONE = "__HIVE_DEFAULT_PARTITION__";

    private PartitionValues() {}

    /// @param values one for each of the table's partition columns
    /// @throws UnreadableObjectException when one of them is no value of its column
    static PartitionData of(PartitionSpec spec, List<Optional<String>> values) {
        Types.StructType type = spec.partitionType();
        if (values.size() != type.fields().size()) {
            throw new UnreadableObjectException(
                    values.size() + " key values came for " + type.fields().size() + " partition columns");
        }
        PartitionData partition = new PartitionData(type);
        for (int i = 0; i < values.size(); i++) {
            Types.NestedField column = type.fields().get(i);
            int place = i;
            values.get(i).filter(text -> !text.equals(NONE))
                    .ifPresent(text -> partition.set(place, value(column, text)));
        }
        return partition;
    }

    private static Object value(Types.NestedField column, String text) {
        Type type = column.type();
        try {
            return switch (type.typeId()) {
                // Half of a surrogate pair has no UTF-8: as its file has it.
                case STRING -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
                case INTEGER -> Integer.valueOf(text);
                case LONG -> Long.valueOf(text);
                case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
                default -> throw new UnreadableObjectException("partition column " + column.name() + " is " + type);
            };
        } catch (NumberFormatException | DateTimeParseException | ArithmeticException _) {
            throw new UnreadableObjectException("partition column " + column.name() + " is " + type
                    + ", and its key has the value \"" + text + "\"");
        }
    }
}
