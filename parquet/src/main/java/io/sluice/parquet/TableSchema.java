package io.sluice.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/// A table's columns as a Parquet schema that Athena, Spark and DuckDB read by the table's types. Every value may be
/// null.
///
/// Source: the Parquet format's `LogicalTypes.md`; lists and maps in its three-level form.
final class TableSchema {
    private TableSchema() {}

    static MessageType of(List<Column> columns) {
        Types.MessageTypeBuilder table = Types.buildMessage();
        columns.forEach(column -> table.addField(type(column.type(), Repetition.OPTIONAL, column.name())));
        return table.named("record");
    }

    /// Bytes that a decimal's unscaled value takes, with its sign.
    static int decimalBytes(int precision) {
        double bits = precision * (Math.log(10) / Math.log(2)) + 1;
        return (int) Math.ceil(bits / Byte.SIZE);
    }

    private static Type type(ColumnType type, Repetition repetition, String name) {
        return switch (type) {
            case ColumnType.Primitive primitive -> primitive(primitive, repetition, name);
            case ColumnType.Decimal(int precision, int scale) -> Types
                    .primitive(FIXED_LEN_BYTE_ARRAY, repetition).length(decimalBytes(precision))
                    .as(LogicalTypeAnnotation.decimalType(scale, precision)).named(name);
            case ColumnType.Varchar _,ColumnType.Char _ -> annotated(BINARY, LogicalTypeAnnotation.stringType(),
                    repetition, name);
            case ColumnType.Array(ColumnType element) ->
                Types.list(repetition).element(type(element, Repetition.OPTIONAL, "element")).named(name);
            case ColumnType.Mapping(ColumnType key, ColumnType value) ->
                Types.map(repetition).key(type(key, Repetition.REQUIRED, "key"))
                        .value(type(value, Repetition.OPTIONAL, "value")).named(name);
            case ColumnType.Struct struct -> {
                Types.GroupBuilder<GroupType> group = Types.buildGroup(repetition);
                struct.fields().forEach(
                        field -> group.addField(type(field.type(), Repetition.OPTIONAL, field.name())));
                yield group.named(name);
            }
        };
    }

    private static Type primitive(ColumnType.Primitive type, Repetition repetition, String name) {
        return switch (type) {
            case BOOLEAN -> Types.primitive(BOOLEAN, repetition).named(name);
            case TINYINT -> annotated(INT32, LogicalTypeAnnotation.intType(Byte.SIZE, true), repetition, name);
            case SMALLINT -> annotated(INT32, LogicalTypeAnnotation.intType(Short.SIZE, true), repetition, name);
            case INT -> Types.primitive(INT32, repetition).named(name);
            case BIGINT -> Types.primitive(INT64, repetition).named(name);
            case FLOAT -> Types.primitive(FLOAT, repetition).named(name);
            case DOUBLE -> Types.primitive(DOUBLE, repetition).named(name);
            case STRING -> annotated(BINARY, LogicalTypeAnnotation.stringType(), repetition, name);
            case BINARY -> Types.primitive(BINARY, repetition).named(name);
            case DATE -> annotated(INT32, LogicalTypeAnnotation.dateType(), repetition, name);
            case TIMESTAMP -> annotated(INT64, LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS), repetition,
                    name);
        };
    }

    private static Type annotated(PrimitiveTypeName type, LogicalTypeAnnotation annotation, Repetition repetition,
            String name) {
        return Types.primitive(type, repetition).as(annotation).named(name);
    }
}
