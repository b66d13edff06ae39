package io.sluice.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/// Groups of a schema as objects and arrays: rows and structs, lists and maps in every form that the format knows. A
/// member that is null is left out; elements of lists and values of maps that are null are there as such.
///
/// Source: the Parquet format's `LogicalTypes.md`, with its rules for files of older writers.
final class JsonGroups {
    private final JsonOutput json;

    JsonGroups(JsonOutput json) {
        this.json = json;
    }

    private static void nothing() {}

    /// @throws UnreadableColumnException naming the column whose values have no JSON
    GroupConverter row(GroupType schema) {
        return object(schema, "", JsonGroups::nothing);
    }

    /// @param column path of the value
    /// @param before runs before the value is written
    private Converter value(Type type, String column, Runnable before) {
        if (type.isPrimitive()) {
            return ScalarJson.of(type.asPrimitiveType(), column, json.values(before));
        }
        GroupType group = type.asGroupType();
        return switch (group.getLogicalTypeAnnotation()) {
            case null -> object(group, column, before);
            case ListLogicalTypeAnnotation _ when repeats(group) -> list(group.getType(0), column, before);
            case MapLogicalTypeAnnotation _ when isMap(group) -> map(group.getType(0).asGroupType(), column, before);
            case MapKeyValueTypeAnnotation _ when isMap(group) ->
                map(group.getType(0).asGroupType(), column, before);
            default -> throw new UnreadableColumnException(column, String.valueOf(group.getLogicalTypeAnnotation()));
        };
    }

    private static boolean repeats(GroupType group) {
        return group.getFieldCount() == 1 && group.getType(0).isRepetition(Repetition.REPEATED);
    }

    /// Tests whether the entries have keys that can be names, and one value each, or none.
    private static boolean isMap(GroupType group) {
        if (!repeats(group) || group.getType(0).isPrimitive()) {
            return false;
        }
        GroupType entry = group.getType(0).asGroupType();
        return entry.getFieldCount() <= 2 && entry.getType(0).isPrimitive();
    }

    private Group object(GroupType type, String column, Runnable before) {
        Members members = new Members();
        List<Converter> fields = new ArrayList<>();
        for (Type field : type.getFields()) {
            String path = column.isEmpty() ? field.getName() : column + "." + field.getName();
            fields.add(value(field, path, () -> members.enter(field)));
        }
        return new Group(() -> {
            before.run();
            json.startObject();
        }, fields, () -> {
            members.leave();
            json.endObject();
        });
    }

    /// The members of one object at a time. A repeated field that is no list by its annotation is an array, too.
    private final class Members {
        private String open = "";

        void enter(Type field) {
            if (!open.isEmpty() && open.equals(field.getName())) {
                return;
            }
            leave();
            json.name(field.getName());
            if (field.isRepetition(Repetition.REPEATED)) {
                json.startArray();
                open = field.getName();
            }
        }

        void leave() {
            if (!open.isEmpty()) {
                json.endArray();
                open = "";
            }
        }
    }

    private Group list(Type repeated, String column, Runnable before) {
        return new Group(() -> {
            before.run();
            json.startArray();
        }, List.of(
                isElement(repeated, column) ? value(repeated, column, JsonGroups::nothing) : element(repeated, column)),
                json::endArray);
    }

    /// Tests whether the repeated field of a list is its element, and not a group around it.
    private static boolean isElement(Type repeated, String column) {
        if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1) {
            return true;
        }
        String list = column.substring(column.lastIndexOf('.') + 1);
        return repeated.getName().equals("array") || repeated.getName().equals(list + "_tuple")
                || repeated.asGroupType().getType(0).isRepetition(Repetition.REPEATED);
    }

    private Group element(Type repeated, String column) {
        Presence presence = new Presence();
        return new Group(presence::begin,
                List.of(value(repeated.asGroupType().getType(0), column, presence::thereItIs)), presence::end);
    }

    private Group map(GroupType entry, String column, Runnable before) {
        Presence presence = new Presence();
        ScalarSink.Texts key = json::name;
        List<Converter> fields = new ArrayList<>();
        fields.add(ScalarJson.of(entry.getType(0).asPrimitiveType(), column, key));
        if (entry.getFieldCount() == 2) {
            fields.add(value(entry.getType(1), column, presence::thereItIs));
        }
        return new Group(() -> {
            before.run();
            json.startObject();
        }, List.of(new Group(presence::begin, fields, presence::end)), json::endObject);
    }

    /// A value that is null where nobody writes it.
    private final class Presence {
        private boolean there;

        void begin() {
            there = false;
        }

        void thereItIs() {
            there = true;
        }

        void end() {
            if (!there) {
                json.nothing();
            }
        }
    }
}
