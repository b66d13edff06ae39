package io.sluice.iceberg;

import io.sluice.config.StreamConfiguration;
import io.sluice.config.TablePaths;
import io.sluice.convert.PathValues;
import io.sluice.objects.ObjectKey;
import java.util.List;
import java.util.Optional;

/// The objects of a stream that are files of its table, told by their keys: those that are not named as Parquet is are
/// of a time when the stream delivered text, and those that lack a partition column's folder of a time when it had
/// another prefix. A table keeps its partition columns, so they were never this one's.
///
/// @param extension of the Parquet files that the stream delivers, which may be its own
record TableFiles(TablePaths paths, String extension) {
    private static final String PARQUET = ".parquet";

    /// @throws IllegalArgumentException when the stream has no table
    static TableFiles of(StreamConfiguration stream) {
        TablePaths paths = TablePaths.of(stream).orElseThrow(() -> new IllegalArgumentException(
                "stream " + stream.stream() + " has no Iceberg table: its configuration has no Sluice.Iceberg"));
        return new TableFiles(paths, stream.fileExtension().filter(given -> !given.isEmpty()).orElse(PARQUET));
    }

    /// The file that an object is; empty where it is none.
    Optional<DataObject> find(ObjectKey key, long bytes) {
        Optional<List<Optional<String>>> values = paths.values(key);
        boolean named = key.value().endsWith(PARQUET)
                || (paths.delivered().isPresent() && key.value().endsWith(extension));
        return named && (values.isPresent() || paths.delivered().filter(own -> hasFolders(own, key)).isPresent())
                ? Optional.of(new DataObject(key, bytes, values))
                : Optional.empty();
    }

    private static boolean hasFolders(PathValues own, ObjectKey key) {
        return own.columns().stream().map(column -> column.name() + "=").filter(own.prefix()::contains)
                .allMatch(key.value()::contains);
    }
}
