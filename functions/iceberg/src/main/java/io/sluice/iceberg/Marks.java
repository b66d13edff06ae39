package io.sluice.iceberg;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/// How far a table is in each chain, by its own metadata. A commit of the registrar's says it by properties, with a
/// checksum and the number of its snapshot, and by the summary of the snapshot. So it shows when somebody took a
/// property away, or rolled the table back: then no mark is believed, and each chain begins at the oldest entry that is
/// kept. Where the snapshots that said it are gone, the properties count alone: snapshots expire.
///
/// @param versions of the last entry that was applied, by chain; 0: none
/// @param doubtful when entries behind the marks may be in the table: it is asked for their paths
record Marks(Map<String, Long> versions, boolean doubtful) {
    private static final String PREFIX = "sluice.landed.";
    private static final String CHECK = "sluice.landed-check";
    /// The sequence number of the snapshot that moved the marks last.
    private static final String SEQUENCE = "sluice.landed-at-sequence";
    /// The id of that snapshot.
    private static final String SNAPSHOT = "sluice.landed-by-snapshot";
    /// Until when it is asked for each path at least, epoch milliseconds; 0: no more.
    private static final String VERIFY_UNTIL = "sluice.verify-until-ms";

    Marks {
        versions = Map.copyOf(versions);
    }

    static Marks of(TableMetadata table, Collection<String> chains) {
        boolean lost = isTouched(table) || isRolledBack(table);
        boolean verifies = number(table.properties(), VERIFY_UNTIL).filter(until -> until > 0).isPresent();
        Map<String, Long> versions = new HashMap<>();
        chains.forEach(chain -> versions.put(chain, lost
                ? 0
                : number(table.properties(), PREFIX + chain).orElse(0L)));
        return new Marks(versions, lost || verifies);
    }

    long of(String chain) {
        return versions.getOrDefault(chain, 0L);
    }

    /// These, with some moved.
    Map<String, Long> moved(Map<String, Long> to) {
        Map<String, Long> moved = new HashMap<>(versions);
        moved.putAll(to);
        return moved;
    }

    /// Tests whether what moved these to `others` was applied.
    boolean reached(Map<String, Long> others) {
        return others.entrySet().stream().allMatch(each -> of(each.getKey()) >= each.getValue());
    }

    /// What a snapshot's summary says of marks.
    static Map<String, String> summary(Map<String, Long> versions) {
        Map<String, String> summary = new HashMap<>();
        versions.forEach((chain, version) -> summary.put(PREFIX + chain, String.valueOf(version)));
        return summary;
    }

    /// The properties by which a table says marks after a commit.
    ///
    /// @param table    with the snapshot that moves them
    /// @param versions those to set
    static Map<String, String> properties(TableMetadata table, Map<String, Long> versions) {
        Map<String, String> properties = summary(versions);
        properties.put(SEQUENCE, String.valueOf(table.currentSnapshot().sequenceNumber()));
        properties.put(SNAPSHOT, String.valueOf(table.currentSnapshot().snapshotId()));
        Map<String, String> all = new HashMap<>(table.properties());
        all.putAll(properties);
        properties.put(CHECK, check(all));
        return properties;
    }

    /// When they were moved last; empty where the snapshot that did is gone.
    static Optional<Instant> movedAt(TableMetadata table) {
        return number(table.properties(), SNAPSHOT).map(table::snapshot).map(SnapshotRules::madeAt);
    }

    /// The property that has each path asked for until a time.
    static Map<String, String> verify(Instant until) {
        return Map.of(VERIFY_UNTIL, String.valueOf(until.toEpochMilli()));
    }

    /// What ends [#verify] once its time is over: for a commit behind which nothing waits.
    static Map<String, String> verified(TableMetadata table, Instant now) {
        return number(table.properties(), VERIFY_UNTIL).filter(until -> until > 0 && until <= now.toEpochMilli())
                .map(_ -> Map.of(VERIFY_UNTIL, "0")).orElse(Map.of());
    }

    /// Tests whether the properties are not as a commit of the registrar's left them. A table without data needs none.
    private static boolean isTouched(TableMetadata table) {
        boolean untold = table.properties().keySet().stream().noneMatch(name -> name.startsWith(PREFIX));
        return untold
                ? table.currentSnapshot() != null
                : !check(table.properties()).equals(table.properties().get(CHECK));
    }

    private static String check(Map<String, String> properties) {
        Map<String, String> told = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX) || name.equals(SEQUENCE) || name.equals(SNAPSHOT)) {
                told.put(name, value);
            }
        });
        CRC32C sum = new CRC32C();
        sum.update(told.toString().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    /// Tests whether the snapshot that moved the marks last is none of those that made the current one. Where it
    /// expired, the numbers of snapshots tell, and what those that are left say of marks.
    private static boolean isRolledBack(TableMetadata table) {
        Optional<Snapshot> current = Optional.ofNullable(table.currentSnapshot());
        Optional<Long> moved = number(table.properties(), SNAPSHOT);
        if (moved.isEmpty()) {
            return false;
        }
        if (table.snapshot(moved.get()) != null) {
            return ancestors(table).noneMatch(snapshot -> snapshot.snapshotId() == moved.get());
        }
        return current.map(Snapshot::sequenceNumber).orElse(0L) < number(table.properties(), SEQUENCE).orElse(0L)
                || ancestors(table).map(Marks::told).filter(told -> !told.isEmpty()).findFirst()
                        .filter(told -> !table.properties().entrySet().containsAll(told.entrySet())).isPresent();
    }

    /// The snapshots that made the current one and are left, this one first.
    private static Stream<Snapshot> ancestors(TableMetadata table) {
        return Stream.iterate(Optional.ofNullable(table.currentSnapshot()), Optional::isPresent,
                each -> each.map(Snapshot::parentId).map(table::snapshot)).flatMap(Optional::stream);
    }

    private static Map<String, String> told(Snapshot snapshot) {
        return snapshot.summary().entrySet().stream().filter(each -> each.getKey().startsWith(PREFIX))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Optional<Long> number(Map<String, String> properties, String name) {
        return Optional.ofNullable(properties.get(name)).filter(text -> text.matches("[0-9]{1,19}"))
                .map(BigInteger::new).filter(number -> number.bitLength() < Long.SIZE).map(BigInteger::longValue);
    }
}
