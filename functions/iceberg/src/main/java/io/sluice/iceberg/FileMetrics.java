package io.sluice.iceberg;

import io.sluice.iceberg.FileColumns.FileColumn;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/// What a Parquet file's footer says of the table's fields, as Iceberg's manifests keep it: sizes, counts, bounds. A
/// field has bounds and nulls only where every row group says them; fields below lists and maps have no bounds, as with
/// Iceberg's own writers. Not for other threads.
final class FileMetrics {
    /// Columns that have more than sizes: Iceberg's own default, since each file's entry holds them.
    private static final int COLUMNS_MAX = 100;

    private final Schema table;
    private final Set<Integer> kept;
    private final Map<Integer, Long> sizes = new HashMap<>();
    private final Map<Integer, Long> values = new HashMap<>();
    private final Map<Integer, Long> nulls = new HashMap<>();
    private final Map<Integer, Object> smallest = new HashMap<>();
    private final Map<Integer, Object> largest = new HashMap<>();
    private final Set<Integer> uncounted = new HashSet<>();
    private final Set<Integer> unbounded = new HashSet<>();

    private FileMetrics(Schema table) {
        this.table = table;
        this.kept = leaves(table.columns()).limit(COLUMNS_MAX).collect(Collectors.toSet());
    }

    private static Stream<Integer> leaves(List<Types.NestedField> fields) {
        return fields.stream().flatMap(field -> field.type().isPrimitiveType()
                ? Stream.of(field.fieldId())
                : leaves(field.type().asNestedType().fields()));
    }

    static Metrics of(ParquetMetadata footer, Schema table) {
        FileMetrics metrics = new FileMetrics(table);
        Map<ColumnPath, FileColumn> columns = FileColumns.of(footer.getFileMetaData().getSchema(), table);
        long rows = 0;
        for (BlockMetaData group : footer.getBlocks()) {
            rows += group.getRowCount();
            group.getColumns().forEach(chunk -> Optional.ofNullable(columns.get(chunk.getPath()))
                    .ifPresent(column -> metrics.add(column, chunk)));
        }
        return metrics.of(rows);
    }

    private void add(FileColumn column, ColumnChunkMetaData chunk) {
        int id = column.id();
        sizes.merge(id, chunk.getTotalSize(), Long::sum);
        if (!kept.contains(id)) {
            return;
        }
        values.merge(id, chunk.getValueCount(), Long::sum);
        Optional<Statistics<?>> counted = Optional.ofNullable(chunk.getStatistics())
                .filter(each -> each.isNumNullsSet()).map(each -> each);
        counted.ifPresentOrElse(each -> nulls.merge(id, each.getNumNulls(), Long::sum), () -> uncounted.add(id));
        boolean empty = counted.filter(each -> each.getNumNulls() == chunk.getValueCount()).isPresent();
        if (!empty && (column.repeated() || !bounds(id, chunk))) {
            unbounded.add(id);
        }
    }

    /// @return false when what is known of the chunk bounds nothing
    private boolean bounds(int id, ColumnChunkMetaData chunk) {
        Optional<Type> type = Optional.ofNullable(table.findField(id)).map(Types.NestedField::type)
                .filter(Type::isPrimitiveType);
        Statistics<?> statistics = chunk.getStatistics();
        if (type.isEmpty() || statistics == null || !statistics.hasNonNullValue()) {
            return false;
        }
        Optional<Object> least = Bounds.value(type.get(), chunk.getPrimitiveType(), statistics.genericGetMin());
        Optional<Object> most = Bounds.value(type.get(), chunk.getPrimitiveType(), statistics.genericGetMax());
        least.ifPresent(value -> smallest.merge(id, value, (a, b) -> compare(type.get(), a, b) <= 0 ? a : b));
        most.ifPresent(value -> largest.merge(id, value, (a, b) -> compare(type.get(), a, b) >= 0 ? a : b));
        return least.isPresent() && most.isPresent();
    }

    private static int compare(Type type, Object a, Object b) {
        return Comparators.forType(type.asPrimitiveType()).compare(a, b);
    }

    private Metrics of(long rows) {
        nulls.keySet().removeAll(uncounted);
        smallest.keySet().removeAll(unbounded);
        largest.keySet().removeAll(unbounded);
        Map<Integer, ByteBuffer> lower = new HashMap<>();
        smallest.forEach((id, value) -> lower.put(id, Bounds.lower(table.findType(id), value)));
        Map<Integer, ByteBuffer> upper = new HashMap<>();
        largest.forEach((id, value) -> Bounds.upper(table.findType(id), value)
                .ifPresent(bound -> upper.put(id, bound)));
        return new Metrics(rows, sizes, values, nulls, Map.of(), lower, upper);
    }
}
