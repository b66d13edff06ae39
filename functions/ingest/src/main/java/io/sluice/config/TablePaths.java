package io.sluice.config;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.convert.PathValues;
import io.sluice.layout.ColumnRemarks;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PathColumns;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The paths of those of a stream's objects that are files of its Iceberg table. Both have the same columns, each a
/// `string`, whatever `Sluice.Table.Keys` says:
///
/// * A column of text takes whatever value a key has, that of `MissingKey` too. An object whose value is no number
///   would be in no table of numbers, and keep those behind it out.
/// * `Keys` say how Athena finds the values of the other table, and may change at any time. A partition column keeps
///   its type for as long as the table is there.
/// * Numbers of a time keep their zeros, as in that table: `month = '07'` is the same question to both.
///
/// @param delivered of what the stream delivers; empty where that is text
/// @param compacted of what its objects are compacted to; empty where they are not, or to text
public record TablePaths(Optional<PathValues> delivered, Optional<PathValues> compacted) {
    /// @return empty where the stream has no such table
    public static Optional<TablePaths> of(StreamConfiguration stream) {
        SluiceSection sluice = stream.sluice();
        boolean converted = stream.conversion().isPresent();
        boolean joined = converted || sluice.compaction()
                .filter(section -> section.format() == CompactionSection.Format.PARQUET).isPresent();
        return sluice.iceberg().map(_ -> new TablePaths(
                Optional.of(stream.prefix()).filter(_ -> converted).map(TablePaths::values),
                stream.compactedPrefix().filter(_ -> joined).map(TablePaths::values)));
    }

    static PathValues values(PrefixExpression prefix) {
        List<Column> columns = PathColumns.of(prefix, ColumnRemarks.NONE).columns().keySet().stream()
                .map(name -> Column.of(name, Primitive.STRING)).toList();
        return new PathValues(prefix.text(), KeyEncoding.PERCENT, columns);
    }

    /// The columns that the table is partitioned by, in the order of the path; empty where nothing is in the table.
    public List<Column> columns() {
        return all().findFirst().map(PathValues::columns).orElse(List.of());
    }

    /// The values of an object, one for each column; a value that Hive calls null is empty.
    ///
    /// @return empty where the object is none that the table has
    public Optional<List<Optional<String>>> values(ObjectKey key) {
        return all().flatMap(paths -> paths.texts(key).stream()).findFirst();
    }

    private Stream<PathValues> all() {
        return Stream.concat(delivered.stream(), compacted.stream());
    }
}
