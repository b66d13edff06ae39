package io.sluice.tables;

import io.sluice.columns.ColumnNames;
import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnType.Array;
import io.sluice.columns.ColumnType.Mapping;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.columns.ColumnType.Struct;
import io.sluice.tables.JsonShape.Elements;
import io.sluice.tables.JsonShape.Members;
import io.sluice.tables.JsonShape.Scalar;
import java.util.Map;

/// The column types that hold what a sample of JSON values has.
///
/// Whole numbers are `bigint`: a sample does not show how large they become, and the column costs nothing. What no type
/// holds is `string`: the OpenX SerDe gives a nested value's JSON text.
final class ShapeTypes {
    /// An object with more names than this is taken for a map: its names are data.
    private static final int FIELDS_MAX = 100;

    private ShapeTypes() {}

    static ColumnType of(JsonShape shape) {
        return switch (shape) {
            case Scalar scalar -> switch (scalar) {
                case BOOLEAN -> Primitive.BOOLEAN;
                case WHOLE -> Primitive.BIGINT;
                case FRACTION -> Primitive.DOUBLE;
                case NULL, TEXT, MIXED -> Primitive.STRING;
            };
            case Elements(JsonShape element) -> new Array(of(element));
            case Members(Map<String, JsonShape> members) -> ofObject(members);
        };
    }

    private static ColumnType ofObject(Map<String, JsonShape> members) {
        if (members.size() > FIELDS_MAX) {
            JsonShape value = members.values().stream().reduce(Scalar.NULL, JsonShape::merge);
            return new Mapping(Primitive.STRING, of(value));
        }
        boolean nameable = !members.isEmpty() && members.keySet().stream().allMatch(ColumnNames::isUsable);
        return nameable
                ? new Struct(members.entrySet().stream()
                        .map(member -> new Struct.Field(member.getKey(), of(member.getValue()))).toList())
                : Primitive.STRING;
    }
}
