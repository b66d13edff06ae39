package io.sluice.local.report;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.server.FileNames;
import io.sluice.reject.ErrorOutputType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// The objects in a stream's bucket after a run, read from the files themselves where they are files.
public final class DeliveredFiles {
    private static final long RECORDS_COUNTED_MAX = 100_000;

    private final Path bucket;
    private final boolean count;
    private final ObjectNames names;
    private final List<String> errorPrefixes;
    /// The folder of an Iceberg table's metadata; empty: there is none.
    private final String metadata;
    private final FolderDrawing tree = new FolderDrawing();
    private final Set<String> partitions = new HashSet<>();
    private long bytes;

    private DeliveredFiles(Path bucket, StreamConfiguration configuration, boolean count) {
        this.bucket = bucket;
        this.count = count;
        this.names = new ObjectNames(configuration.stream());
        this.metadata = configuration.sluice().iceberg().map(table -> table.location() + "/").orElse("");
        this.errorPrefixes = Arrays.stream(ErrorOutputType.values()).map(type -> configuration.errorOutputPrefix()
                .bind(Map.of(), Map.of(), type.wireName()).text().split("!\\{", 2)[0]).filter(head -> !head.isEmpty())
                .toList();
    }

    /// Looks at every object of `configuration`'s bucket below `out`; counts the records in them where they are few.
    ///
    /// @param records how many there should be: where counting finds another number, because records that are not JSON
    ///        run into one another without a delimiter, none is shown
    public static DeliveredFiles in(Path out, StreamConfiguration configuration, long records) {
        boolean count = records <= RECORDS_COUNTED_MAX;
        var objects = new DeliveredFiles(out.resolve(configuration.bucket()), configuration, count);
        try (Stream<Path> files = Files.walk(objects.bucket)) {
            files.filter(Files::isRegularFile).forEach(objects::add);
        } catch (IOException e) {
            throw new UncheckedIOException("The folder " + objects.bucket + " can't be read", e);
        }
        if (objects.tree.records().orElse(-1) != records) {
            objects.tree.hideRecords();
        }
        return objects;
    }

    /// The same of objects elsewhere, whose records are not counted.
    ///
    /// @param sizes of all objects, by key
    public static DeliveredFiles of(Map<String, Long> sizes, StreamConfiguration configuration) {
        var objects = new DeliveredFiles(Path.of(configuration.bucket()), configuration, false);
        sizes.forEach((key, size) -> objects.add(key, size, OptionalLong.empty()));
        objects.tree.hideRecords();
        return objects;
    }

    private void add(String key, long size, OptionalLong records) {
        bytes += size;
        tree.add(key, size, records);
        if (errorPrefixes.stream().noneMatch(key::startsWith)) {
            partitions.add(names.prefix(key));
        }
    }

    private void add(Path file) {
        try {
            String key = FileNames.key(bucket, file).orElseGet(() -> bucket.relativize(file).toString());
            if (metadata.isEmpty() || !key.startsWith(metadata)) {
                add(key, Files.size(file), count ? RecordCount.of(file) : OptionalLong.empty());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The object " + file + " can't be read", e);
        }
    }

    /// Bytes of all objects.
    public long bytes() {
        return bytes;
    }

    /// Distinct prefixes of data objects.
    public long partitions() {
        return partitions.size();
    }

    /// All objects by folder.
    FolderDrawing tree() {
        return tree;
    }
}
