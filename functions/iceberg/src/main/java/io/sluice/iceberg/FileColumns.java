package io.sluice.iceberg;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;

/// The table's fields that a Parquet file's columns are: by field ids where the file has any, and by names as the
/// table's name mapping has them otherwise.
final class FileColumns {
    /// A field of the table.
    ///
    /// @param repeated below a list or a map: a row has any number of its values
    record FileColumn(int id, boolean repeated) {}

    private final Map<ColumnPath, FileColumn> columns = new HashMap<>();

    private FileColumns() {}

    static Map<ColumnPath, FileColumn> of(MessageType file, Schema table) {
        FileColumns columns = new FileColumns();
        boolean named = !hasIds(file);
        file.getPaths().forEach(path -> (named ? byName(path, table) : byId(path, file)).ifPresent(
                id -> columns.columns.put(ColumnPath.get(path), new FileColumn(id, repeated(path, file)))));
        return columns.columns;
    }

    private static boolean hasIds(GroupType group) {
        return group.getFields().stream()
                .anyMatch(field -> field.getId() != null || (!field.isPrimitive() && hasIds(field.asGroupType())));
    }

    private static Optional<Integer> byId(String[] path, MessageType file) {
        return Optional.ofNullable(file.getType(path).getId()).map(id -> id.intValue());
    }

    private static boolean repeated(String[] path, MessageType file) {
        GroupType group = file;
        for (String name : path) {
            org.apache.parquet.schema.Type field = group.getType(name);
            if (field.isRepetition(Repetition.REPEATED)) {
                return true;
            }
            if (field.isPrimitive()) {
                return false;
            }
            group = field.asGroupType();
        }
        return false;
    }

    private static Optional<Integer> byName(String[] path, Schema table) {
        Optional<Types.NestedField> field = Optional.ofNullable(table.asStruct().field(path[0]));
        for (int i = 1; i < path.length && field.isPresent(); i++) {
            Type type = field.get().type();
            // A list and a map have a group between them and what they are made of, whatever its name.
            i += type.isStructType() ? 0 : 1;
            field = i < path.length ? part(type, path[i]) : Optional.empty();
        }
        return field.filter(leaf -> leaf.type().isPrimitiveType()).map(Types.NestedField::fieldId);
    }

    private static Optional<Types.NestedField> part(Type type, String name) {
        return switch (type) {
            case Types.StructType struct -> Optional.ofNullable(struct.field(name));
            case Types.ListType list -> Optional.of(list.fields().getFirst());
            case Types.MapType map -> {
                List<Types.NestedField> parts = map.fields();
                yield name.equals("key") ? Optional.of(parts.getFirst()) : Optional.of(parts.getLast());
            }
            default -> Optional.empty();
        };
    }
}
