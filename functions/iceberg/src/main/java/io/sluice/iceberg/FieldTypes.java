package io.sluice.iceberg;

import io.sluice.columns.ColumnType;
import io.sluice.columns.FieldIds;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// Types of columns as Iceberg's, for what the Parquet writer makes of each.
///
/// Source: the Iceberg specification, "Parquet"; small integers are read as `int`, text of bounded length as `string`,
/// and a timestamp's zone is UTC, as the file says.
final class FieldTypes {
    private FieldTypes() {}

    /// @param ids numbers the fields that the type is made of, in pre-order
    static Type of(ColumnType type, FieldIds ids) {
        return switch (type) {
            case ColumnType.Primitive primitive -> primitive(primitive);
            case ColumnType.Decimal(int precision, int scale) -> Types.DecimalType.of(precision, scale);
            case ColumnType.Varchar _,ColumnType.Char _ -> Types.StringType.get();
            case ColumnType.Array(ColumnType element) -> {
                int id = ids.next();
                yield Types.ListType.ofOptional(id, of(element, ids));
            }
            case ColumnType.Mapping(ColumnType key, ColumnType value) -> {
                int keyId = ids.next();
                Type keyType = of(key, ids);
                int valueId = ids.next();
                yield Types.MapType.ofOptional(keyId, valueId, keyType, of(value, ids));
            }
            case ColumnType.Struct(List<ColumnType.Struct.Field> fields) -> {
                List<Types.NestedField> nested = new ArrayList<>(fields.size());
                for (ColumnType.Struct.Field field : fields) {
                    int id = ids.next();
                    nested.add(Types.NestedField.optional(id, field.name(), of(field.type(), ids)));
                }
                yield Types.StructType.of(nested);
            }
        };
    }

    private static Type primitive(ColumnType.Primitive type) {
        return switch (type) {
            case BOOLEAN -> Types.BooleanType.get();
            case TINYINT, SMALLINT, INT -> Types.IntegerType.get();
            case BIGINT -> Types.LongType.get();
            case FLOAT -> Types.FloatType.get();
            case DOUBLE -> Types.DoubleType.get();
            case STRING -> Types.StringType.get();
            case BINARY -> Types.BinaryType.get();
            case DATE -> Types.DateType.get();
            case TIMESTAMP -> Types.TimestampType.withZone();
        };
    }
}
