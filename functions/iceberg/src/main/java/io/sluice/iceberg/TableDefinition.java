package io.sluice.iceberg;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.columns.FieldIds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/// The table that a configuration declares. Its ids are [FieldIds], whatever a catalog would give.
///
/// @param owner            the stream whose objects it consists of; no other's
/// @param location         the folder that holds the metadata, as a URI without a slash at the end
/// @param data             the folder that holds the data, likewise; clients are given access to both
/// @param columns          those that the objects hold; at least one
/// @param partitionColumns in the order of the layout; the table is partitioned by their values
public record TableDefinition(String owner, String location, String data, List<Column> columns,
        List<Column> partitionColumns) {
    /// Types that a value of a path can be read as.
    private static final Set<Primitive> PARTITION_TYPES = Set.of(Primitive.STRING, Primitive.INT, Primitive.BIGINT,
            Primitive.SMALLINT, Primitive.TINYINT, Primitive.DATE);

    /// @throws IllegalArgumentException naming the column that the table cannot have
    public TableDefinition {
        columns = List.copyOf(columns);
        partitionColumns = List.copyOf(partitionColumns);
        Set<String> names = new HashSet<>();
        List<Column> all = new ArrayList<>(columns);
        all.addAll(partitionColumns);
        all.stream().filter(column -> !names.add(column.name())).findFirst().ifPresent(column -> {
            throw new IllegalArgumentException("the table of " + owner + " has two columns " + column.name()
                    + "; give the key that is in the prefix another name than the column");
        });
        partitionColumns.stream()
                .filter(column -> !(column.type() instanceof Primitive type) || !PARTITION_TYPES.contains(type))
                .findFirst().ifPresent(column -> {
                    throw new IllegalArgumentException("partition column " + column.name() + " is "
                            + column.type().hiveText() + ", and a path holds text, whole numbers and dates");
                });
    }

    /// The columns, those of the partitions behind the others.
    public Schema schema() {
        List<Types.NestedField> fields = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            FieldIds ids = FieldIds.ofColumn(i);
            fields.add(field(ids.column(), columns.get(i), ids));
        }
        for (int i = 0; i < partitionColumns.size(); i++) {
            fields.add(field(FieldIds.ofPartitionColumn(i), partitionColumns.get(i), FieldIds.ofColumn(i)));
        }
        return new Schema(fields);
    }

    /// The values of the partition columns, as they are.
    public PartitionSpec spec(Schema schema) {
        PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
        partitionColumns.forEach(column -> spec.identity(column.name()));
        return spec.build();
    }

    private static Types.NestedField field(int id, Column column, FieldIds ids) {
        return Types.NestedField.optional(id, column.name(), FieldTypes.of(column.type(), ids));
    }
}
