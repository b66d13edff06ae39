package io.sluice.iceberg;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;

/// The table's metadata as a commit leaves it, made of one base: data files added, replaced and deleted, each by a
/// snapshot of its kind; marks in properties and in the summaries; and snapshots expired. Writes manifests and lists,
/// and commits nothing. For one thread.
final class CommitStage {
    private final StagedOperations operations;
    private final Table table;
    private final Instant now;
    private final Map<String, Long> marks;
    private final ExecutorService workers;
    private boolean snapshot;

    /// @param marks to tell; none where a commit moves none
    CommitStage(TableOperations table, TableMetadata base, Instant now, Map<String, Long> marks,
            ExecutorService workers) {
        this.operations = new StagedOperations(table, base);
        this.table = new BaseTable(operations, "staged", _ -> {});
        this.now = now;
        this.marks = Map.copyOf(marks);
        this.workers = workers;
    }

    void append(Collection<DataFile> files) {
        if (!files.isEmpty()) {
            AppendFiles append = table.newAppend();
            files.forEach(append::appendFile);
            commit(append);
        }
    }

    /// @param sources data files of the base; where there are none, the made ones are appended
    void replace(Collection<DataFile> sources, Collection<DataFile> made) {
        if (sources.isEmpty()) {
            append(made);
        } else if (records(made) <= records(sources) && !made.isEmpty()) {
            // The history before the base is not looked at: it expires, and the commit is of this base or none.
            RewriteFiles rewrite = table.newRewrite()
                    .validateFromSnapshot(operations.current().currentSnapshot().snapshotId());
            sources.forEach(rewrite::deleteFile);
            made.forEach(rewrite::addFile);
            commit(rewrite);
        } else {
            // Not all that is in the made ones was in the table: this is more than a rewrite.
            OverwriteFiles overwrite = table.newOverwrite();
            sources.forEach(overwrite::deleteFile);
            made.forEach(overwrite::addFile);
            commit(overwrite);
        }
    }

    /// @param files data files of the base
    void delete(Collection<DataFile> files) {
        if (!files.isEmpty()) {
            DeleteFiles delete = table.newDelete();
            files.forEach(delete::deleteFile);
            commit(delete);
        }
    }

    /// The metadata to commit. It always has a snapshot of its own: a catalog compares the snapshot that a commit is
    /// made of, and not its properties.
    ///
    /// @param properties to set beside the marks
    /// @param past       when snapshots before this one name what must not be read any more
    TableMetadata finish(SnapshotRules rules, Map<String, String> properties, boolean past) {
        if (!snapshot) {
            commit(table.newAppend());
        }
        TableMetadata staged = operations.current();
        Map<String, String> all = new HashMap<>(properties);
        if (!marks.isEmpty()) {
            all.putAll(Marks.properties(staged, marks));
        }
        Set<Long> expired = past ? SnapshotRules.past(staged) : rules.expired(staged, now);
        TableMetadata.Builder builder = TableMetadata.buildFrom(staged).setProperties(all);
        return (expired.isEmpty() ? builder : builder.removeSnapshots(expired)).build();
    }

    private <T> void commit(SnapshotUpdate<T> update) {
        Marks.summary(marks).forEach(update::set);
        update.set(SnapshotRules.COMMITTED_AT, String.valueOf(now.toEpochMilli()));
        update.scanManifestsWith(workers);
        update.writeManifestsWith(workers, 1);
        update.commit();
        snapshot = true;
    }

    private static long records(Collection<DataFile> files) {
        return files.stream().mapToLong(DataFile::recordCount).sum();
    }
}
