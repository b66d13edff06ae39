package io.sluice.columns;

import io.sluice.columns.ColumnType.Primitive;
import java.util.ArrayList;
import java.util.List;

/// The changes of a table's columns that leave files of before readable by their ids ([FieldIds]): columns, and fields
/// of a column, behind all others, and types that became wider.
///
/// Source: the Iceberg specification, "Schema Evolution".
public final class ColumnChanges {
    private static final List<Primitive> WHOLE = List.of(Primitive.TINYINT, Primitive.SMALLINT, Primitive.INT,
            Primitive.BIGINT);

    private ColumnChanges() {}

    /// What has an id.
    private record Field(String path, ColumnType type) {}

    /// Sentences about what no table can become, each with the remedy; none when it can.
    public static List<String> refusals(List<Column> before, List<Column> after) {
        List<String> refusals = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            List<Field> was = fields(before.get(i));
            List<Field> is = i < after.size() ? fields(after.get(i)) : List.of();
            for (int j = 0; j < was.size(); j++) {
                if (j >= is.size()) {
                    refusals.add("column " + was.get(j).path() + " is in the table and no longer declared; leave it"
                            + " where it is");
                } else if (!was.get(j).path().equals(is.get(j).path())) {
                    refusals.add("column " + is.get(j).path() + " stands where " + was.get(j).path() + " stood;"
                            + " columns, and fields of a column, are added behind all others and keep their names");
                } else if (!reads(was.get(j).type(), is.get(j).type())) {
                    refusals.add("column " + was.get(j).path() + " is " + was.get(j).type().hiveText()
                            + " and cannot become " + is.get(j).type().hiveText() + "; int becomes bigint, float"
                            + " becomes double and a decimal gets more digits, and for anything else add a column");
                }
            }
        }
        return refusals;
    }

    /// A column and what it is made of, in the order of their ids.
    private static List<Field> fields(Column column) {
        List<Field> fields = new ArrayList<>();
        add(column.name(), column.type(), fields);
        return fields;
    }

    private static void add(String path, ColumnType type, List<Field> fields) {
        fields.add(new Field(path, type));
        switch (type) {
            case Primitive _,ColumnType.Decimal _,ColumnType.Varchar _,ColumnType.Char _ -> {
            }
            case ColumnType.Array(ColumnType element) -> add(path + ".element", element, fields);
            case ColumnType.Mapping(ColumnType key, ColumnType value) -> {
                add(path + ".key", key, fields);
                add(path + ".value", value, fields);
            }
            case ColumnType.Struct(List<ColumnType.Struct.Field> of) ->
                of.forEach(field -> add(path + "." + field.name(), field.type(), fields));
        }
    }

    private static boolean reads(ColumnType before, ColumnType after) {
        return switch (before) {
            case Primitive.STRING -> isText(after);
            case ColumnType.Varchar _,ColumnType.Char _ -> isText(after);
            case Primitive whole when WHOLE.contains(whole) -> WHOLE.indexOf(after) >= WHOLE.indexOf(whole);
            case Primitive.FLOAT -> after == Primitive.FLOAT || after == Primitive.DOUBLE;
            case Primitive other -> after == other;
            case ColumnType.Decimal(int precision, int scale) -> after instanceof ColumnType.Decimal wide
                    && wide.precision() >= precision && wide.scale() == scale;
            case ColumnType.Array _ -> after instanceof ColumnType.Array;
            case ColumnType.Mapping _ -> after instanceof ColumnType.Mapping;
            case ColumnType.Struct _ -> after instanceof ColumnType.Struct;
        };
    }

    private static boolean isText(ColumnType type) {
        return type == Primitive.STRING || type instanceof ColumnType.Varchar || type instanceof ColumnType.Char;
    }
}
