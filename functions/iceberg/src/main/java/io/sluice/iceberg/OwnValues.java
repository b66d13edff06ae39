package io.sluice.iceberg;

import io.sluice.iceberg.FileColumns.FileColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/// The partition values that a file tells itself, whatever its key: an object of a stream with a table holds the
/// columns of its path, too, each with one value in all of its rows.
final class OwnValues {
    private OwnValues() {}

    /// @return one for each of the table's partition columns, which are texts; a column that is none tells nothing
    /// @throws UnreadableObjectException naming the first column that has no one value
    static List<Optional<String>> of(ParquetMetadata footer, Schema table, PartitionSpec spec) {
        Map<ColumnPath, FileColumn> columns = FileColumns.of(footer.getFileMetaData().getSchema(), table);
        return spec.fields().stream().map(partition -> value(footer, columns, partition)).toList();
    }

    private static Optional<String> value(ParquetMetadata footer, Map<ColumnPath, FileColumn> columns,
            PartitionField partition) {
        Set<Optional<Optional<String>>> values = new HashSet<>();
        for (BlockMetaData group : footer.getBlocks()) {
            group.getColumns().stream().filter(chunk -> Optional.ofNullable(columns.get(chunk.getPath()))
                    .filter(each -> each.id() == partition.sourceId() && !each.repeated()).isPresent())
                    .forEach(chunk -> values.add(value(chunk)));
        }
        return Optional.of(values).filter(all -> all.size() == 1).flatMap(all -> all.iterator().next())
                .orElseThrow(() -> new UnreadableObjectException("its key is not one of the stream's Prefix, and the"
                        + " file has no column " + partition.name() + " with one value that would tell its partition"));
    }

    /// @return empty where the rows may differ
    private static Optional<Optional<String>> value(ColumnChunkMetaData chunk) {
        Statistics<?> statistics = chunk.getStatistics();
        if (statistics == null || !statistics.isNumNullsSet()) {
            return Optional.empty();
        }
        if (statistics.getNumNulls() == chunk.getValueCount()) {
            return Optional.of(Optional.empty());
        }
        if (statistics.getNumNulls() > 0 || !statistics.hasNonNullValue()
                || !statistics.genericGetMin().equals(statistics.genericGetMax())) {
            return Optional.empty();
        }
        Optional<Object> text = Bounds.value(Types.StringType.get(), chunk.getPrimitiveType(),
                statistics.genericGetMin());
        return text.isPresent() ? Optional.of(Optional.of((String) text.get())) : Optional.empty();
    }
}
