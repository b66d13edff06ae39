package io.sluice.iceberg;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;

/// How many snapshots a table keeps, each of which costs every reader and every commit some hundred bytes of metadata.
/// Those that a branch or a tag names stay.
///
/// @param age  of the oldest
/// @param most at most so many, whatever their age
public record SnapshotRules(Duration age, int most) {
    /// A day, and what a commit a minute makes of it.
    public static final SnapshotRules DEFAULT = new SnapshotRules(Duration.ofDays(1), 1_500);
    /// When the registrar made a snapshot, by its own clock, epoch milliseconds.
    static final String COMMITTED_AT = "sluice.committed-at-ms";

    /// The ids of snapshots that a table needs no more.
    Set<Long> expired(TableMetadata table, Instant now) {
        List<Snapshot> free = free(table).stream().sorted(Comparator.comparingLong(SnapshotRules::at).reversed())
                .toList();
        long oldest = now.minus(age).toEpochMilli();
        Set<Long> expired = free.stream().filter(snapshot -> at(snapshot) < oldest).map(Snapshot::snapshotId)
                .collect(Collectors.toSet());
        free.stream().skip(most).map(Snapshot::snapshotId).forEach(expired::add);
        return expired;
    }

    /// The ids of all snapshots that may go: those before the current one.
    static Set<Long> past(TableMetadata table) {
        return free(table).stream().map(Snapshot::snapshotId).collect(Collectors.toSet());
    }

    private static List<Snapshot> free(TableMetadata table) {
        Set<Long> kept = table.refs().values().stream().map(SnapshotRef::snapshotId).collect(Collectors.toSet());
        Optional.ofNullable(table.currentSnapshot()).ifPresent(current -> kept.add(current.snapshotId()));
        return table.snapshots().stream().filter(snapshot -> !kept.contains(snapshot.snapshotId())).toList();
    }

    /// When the registrar made a snapshot, by its own clock.
    static Instant madeAt(Snapshot snapshot) {
        return Instant.ofEpochMilli(at(snapshot));
    }

    private static long at(Snapshot snapshot) {
        return Optional.ofNullable(snapshot.summary().get(COMMITTED_AT)).filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::parseLong).orElse(snapshot.timestampMillis());
    }
}
