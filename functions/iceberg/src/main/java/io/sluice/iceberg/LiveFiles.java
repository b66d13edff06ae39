package io.sluice.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.apache.iceberg.io.FileIO;

/// The data files of a table's current snapshot, looked up by their paths.
///
/// @param table as it was read: a commit that relies on an answer is of this base
record LiveFiles(TableMetadata table, FileIO io) {
    /// Those of `paths` that are data files: a GET for each manifest that may name one.
    ///
    /// @param partitions those that the paths are in; empty: they may be in any
    Map<String, DataFile> find(Set<String> paths, Optional<Collection<PartitionData>> partitions) {
        Map<String, DataFile> found = new HashMap<>();
        if (table.currentSnapshot() == null || paths.isEmpty()) {
            return found;
        }
        for (ManifestFile manifest : table.currentSnapshot().dataManifests(io)) {
            if (found.size() < paths.size() && partitions.map(each -> mayHold(manifest, each)).orElse(true)) {
                find(manifest, paths, found);
            }
        }
        return found;
    }

    private void find(ManifestFile manifest, Set<String> paths, Map<String, DataFile> found) {
        try (ManifestReader<DataFile> files = ManifestFiles.read(manifest, io, table.specsById())) {
            for (DataFile file : files) {
                if (paths.contains(file.location())) {
                    found.put(file.location(), file.copyWithoutStats());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("closing " + manifest.path(), e);
        }
    }

    private boolean mayHold(ManifestFile manifest, Collection<PartitionData> partitions) {
        PartitionSpec spec = table.specsById().get(manifest.partitionSpecId());
        if (spec == null || !spec.partitionType().equals(table.spec().partitionType())) {
            return true;
        }
        Expression any = Expressions.alwaysTrue();
        for (int i = 0; i < spec.fields().size(); i++) {
            any = Expressions.and(any, oneOf(spec.fields().get(i).name(), i, partitions));
        }
        return ManifestEvaluator.forPartitionFilter(any, spec, true).eval(manifest);
    }

    private static Expression oneOf(String name, int place, Collection<PartitionData> partitions) {
        List<Object> values = new ArrayList<>();
        Expression none = Expressions.alwaysFalse();
        for (PartitionData partition : partitions) {
            Optional<Object> value = Optional.ofNullable(partition.get(place));
            value.ifPresent(values::add);
            none = value.isEmpty() ? Expressions.isNull(name) : none;
        }
        return values.isEmpty() ? none : Expressions.or(none, Expressions.in(name, values));
    }
}
