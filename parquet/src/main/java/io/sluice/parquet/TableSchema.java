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
import io.sluice.columns.FieldIds;
import java.util.ArrayList;
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
        columns.forEach(column -> table.addField(field(column)));
        return table.named("record");
    }

    /// The schema of files that are an Iceberg table's, too: each field has its id, and the columns of the path come
    /// after the others.
    static MessageType withIds(List<Column> columns, List<Column> partition) {
        Types.MessageTypeBuilder table = Types.buildMessage();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            FieldIds ids = FieldIds.ofColumn(i);
            table.addField(numbered(column.type(), field(column), ids).withId(ids.column()));
        }
        for (int i = 0; i < partition.size(); i++) {
            table.addField(field(partition.get(i)).withId(FieldIds.ofPartitionColumn(i)));
        }
        return table.named("record");
    }

    private static Type field(Column column) {
        return type(column.type(), Repetition.OPTIONAL, column.name());
    }

    /// The same type with an id for each field inside it.
    private static Type numbered(ColumnType type, Type of, FieldIds ids) {
        return switch (type) {
            case ColumnType.Primitive _,ColumnType.Decimal _,ColumnType.Varchar _,ColumnType.Char _ -> of;
            case ColumnType.Array(ColumnType element) -> repeated(of, List.of(element), ids);
            case ColumnType.Mapping(ColumnType key, ColumnType value) -> repeated(of, List.of(key, value), ids);
            case ColumnType.Struct(List<ColumnType.Struct.Field> fields) ->
                members(of.asGroupType(), fields.stream().map(ColumnType.Struct.Field::type).toList(), ids);
        };
    }

    /// The group between a list or map and what it holds is no field of the table.
    private static GroupType repeated(Type of, List<ColumnType> held, FieldIds ids) {
        GroupType group = of.asGroupType();
        return group.withNewFields(members(group.getType(0).asGroupType(), held, ids));
    }

    private static GroupType members(GroupType group, List<ColumnType> types, FieldIds ids) {
        List<Type> members = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            int id = ids.next();
            members.add(numbered(types.get(i), group.getType(i), ids).withId(id));
        }
        return group.withNewFields(members);
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
