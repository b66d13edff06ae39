package io.sluice.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/// Types of files whose values a column holds as they are: its own, and those that it had before it became wider, or
/// before its struct got further fields. Field ids do not matter.
///
/// Source: the Iceberg specification, "Schema Evolution", and the same among Hive's small integers.
final class WiderTypes {
    private WiderTypes() {}

    /// Tests whether what a file's field has is a value of the column's type.
    static boolean holds(Type column, Type file) {
        if (!column.getName().equals(file.getName()) || column.getRepetition() != file.getRepetition()
                || column.isPrimitive() != file.isPrimitive()) {
            return false;
        }
        return column.isPrimitive()
                ? holds(column.asPrimitiveType(), file.asPrimitiveType())
                : holds(column.asGroupType(), file.asGroupType());
    }

    private static boolean holds(GroupType column, GroupType file) {
        boolean same = annotation(column).equals(annotation(file));
        boolean grown = annotation(column).isEmpty() && column.getRepetition() != Repetition.REPEATED;
        return same && (grown || column.getFieldCount() == file.getFieldCount()) && file.getFields().stream()
                .allMatch(field -> column.containsField(field.getName())
                        && holds(column.getType(field.getName()), field));
    }

    private static boolean holds(PrimitiveType column, PrimitiveType file) {
        Optional<LogicalTypeAnnotation> wanted = annotation(column);
        Optional<LogicalTypeAnnotation> given = annotation(file);
        if (wanted.orElse(null) instanceof DecimalLogicalTypeAnnotation wide) {
            return given.orElse(null) instanceof DecimalLogicalTypeAnnotation narrow
                    && column.getPrimitiveTypeName() == file.getPrimitiveTypeName()
                    && narrow.getScale() == wide.getScale() && narrow.getPrecision() <= wide.getPrecision();
        }
        if (file.getPrimitiveTypeName() == INT32 && isWhole(given) && isWhole(wanted)) {
            return column.getPrimitiveTypeName() == INT64
                    || (column.getPrimitiveTypeName() == INT32 && bits(given) <= bits(wanted));
        }
        boolean widened = wanted.isEmpty() && given.isEmpty() && column.getPrimitiveTypeName() == DOUBLE
                && file.getPrimitiveTypeName() == FLOAT;
        return widened
                || (wanted.equals(given) && column.getPrimitiveTypeName() == file.getPrimitiveTypeName());
    }

    private static boolean isWhole(Optional<LogicalTypeAnnotation> annotation) {
        return annotation.isEmpty()
                || (annotation.get() instanceof IntLogicalTypeAnnotation number && number.isSigned());
    }

    private static int bits(Optional<LogicalTypeAnnotation> annotation) {
        return annotation.orElse(null) instanceof IntLogicalTypeAnnotation number
                ? number.getBitWidth()
                : Integer.SIZE;
    }

    private static Optional<LogicalTypeAnnotation> annotation(Type type) {
        return Optional.ofNullable(type.getLogicalTypeAnnotation());
    }
}
