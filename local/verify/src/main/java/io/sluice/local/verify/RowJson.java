package io.sluice.local.verify;

import java.nio.charset.StandardCharsets;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/// The JSON object of a row, as docs/reference/parquet.md has it: a member for each value that is there, in the
/// schema's order; lists are arrays and maps objects, in each form that writers have given them.
final class RowJson {
    private RowJson() {}

    static byte[] of(Group row) {
        StringBuilder json = new StringBuilder();
        object(row, json);
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void object(Group group, StringBuilder json) {
        json.append('{');
        boolean first = true;
        for (int field = 0; field < group.getType().getFieldCount(); field++) {
            int count = group.getFieldRepetitionCount(field);
            if (count == 0) {
                continue;
            }
            json.append(first ? "" : ",");
            first = false;
            Type type = group.getType().getType(field);
            JsonTexts.append(json, type.getName());
            json.append(':');
            if (type.isRepetition(Repetition.REPEATED)) {
                json.append('[');
                for (int i = 0; i < count; i++) {
                    json.append(i == 0 ? "" : ",");
                    value(group, field, i, type.getName(), json);
                }
                json.append(']');
            } else {
                value(group, field, 0, type.getName(), json);
            }
        }
        json.append('}');
    }

    /// @param name of the field that holds it, for lists
    private static void value(Group group, int field, int index, String name, StringBuilder json) {
        Type type = group.getType().getType(field);
        if (type.isPrimitive()) {
            json.append(RowScalarJson.of(group, field, index));
            return;
        }
        Group inner = group.getGroup(field, index);
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        switch (annotation) {
            case null -> object(inner, json);
            case ListLogicalTypeAnnotation _ -> list(inner, name, json);
            case MapLogicalTypeAnnotation _ -> map(inner, json);
            case MapKeyValueTypeAnnotation _ -> map(inner, json);
            default -> throw new IllegalArgumentException("values of " + annotation + " have no JSON");
        }
    }

    private static void list(Group list, String name, StringBuilder json) {
        Type repeated = list.getType().getType(0);
        boolean wrapped = !repeated.isPrimitive() && isWrapper(repeated.asGroupType(), name);
        json.append('[');
        for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
            json.append(i == 0 ? "" : ",");
            if (!wrapped) {
                value(list, 0, i, repeated.getName(), json);
            } else {
                Group element = list.getGroup(0, i);
                if (element.getFieldRepetitionCount(0) == 0) {
                    json.append("null");
                } else {
                    value(element, 0, 0, element.getType().getType(0).getName(), json);
                }
            }
        }
        json.append(']');
    }

    /// The format's rules for lists of older writers.
    private static boolean isWrapper(GroupType repeated, String list) {
        return repeated.getFieldCount() == 1 && !repeated.getName().equals("array")
                && !repeated.getName().equals(list + "_tuple")
                && !repeated.getType(0).isRepetition(Repetition.REPEATED);
    }

    private static void map(Group map, StringBuilder json) {
        json.append('{');
        for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
            Group entry = map.getGroup(0, i);
            json.append(i == 0 ? "" : ",");
            String key = RowScalarJson.of(entry, 0, 0);
            json.append(key.startsWith("\"") ? key : '"' + key + '"').append(':');
            if (entry.getType().getFieldCount() < 2 || entry.getFieldRepetitionCount(1) == 0) {
                json.append("null");
            } else {
                value(entry, 1, 0, entry.getType().getType(1).getName(), json);
            }
        }
        json.append('}');
    }
}
