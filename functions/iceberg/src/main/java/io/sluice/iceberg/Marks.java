package io.sluice.iceberg;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/// How far a table is in each chain, by its own metadata. Every commit of the registrar's says it twice, in a property
/// of the table and in the summary of its snapshot: snapshots expire, and somebody may set properties or roll back.
///
/// @param versions of the last entry that was applied, by chain; 0: none
/// @param doubtful chains of which entries behind the mark may be in the table: it is asked for their paths
record Marks(Map<String, Long> versions, Set<String> doubtful) {
    private static final String PREFIX = "sluice.landed.";
    /// Until when it is asked for each path, epoch milliseconds.
    private static final String VERIFY_UNTIL = "sluice.verify-until-ms";

    Marks {
        versions = Map.copyOf(versions);
        doubtful = Set.copyOf(doubtful);
    }

    static Marks of(TableMetadata table, Collection<String> chains, Instant now) {
        boolean verifies = number(table.properties(), VERIFY_UNTIL).filter(until -> until > now.toEpochMilli())
                .isPresent();
        Set<String> doubtful = new HashSet<>();
        Map<String, Long> versions = new HashMap<>();
        for (String chain : chains) {
            Optional<Long> property = number(table.properties(), PREFIX + chain);
            Optional<Long> summary = newest(table, PREFIX + chain);
            long least = Math.min(property.orElse(Long.MAX_VALUE), summary.orElse(Long.MAX_VALUE));
            versions.put(chain, least == Long.MAX_VALUE ? 0 : least);
            boolean agreed = property.isPresent() && summary.orElse(property.get()).equals(property.get());
            if (verifies || (!agreed && table.currentSnapshot() != null)) {
                doubtful.add(chain);
            }
        }
        return new Marks(versions, doubtful);
    }

    long of(String chain) {
        return versions.getOrDefault(chain, 0L);
    }

    /// Tests whether what moved these to `others` was applied.
    boolean reached(Map<String, Long> others) {
        return others.entrySet().stream().allMatch(each -> of(each.getKey()) >= each.getValue());
    }

    /// The properties, of a table and of a snapshot, that tell marks.
    static Map<String, String> properties(Map<String, Long> versions) {
        Map<String, String> properties = new HashMap<>();
        versions.forEach((chain, version) -> properties.put(PREFIX + chain, String.valueOf(version)));
        return properties;
    }

    /// The property that has each path asked for until a time.
    static Map<String, String> verify(Instant until) {
        return Map.of(VERIFY_UNTIL, String.valueOf(until.toEpochMilli()));
    }

    /// What the snapshots that made the current one say last.
    private static Optional<Long> newest(TableMetadata table, String name) {
        Optional<Snapshot> snapshot = Optional.ofNullable(table.currentSnapshot());
        while (snapshot.isPresent()) {
            Optional<Long> number = number(snapshot.get().summary(), name);
            if (number.isPresent()) {
                return number;
            }
            snapshot = Optional.ofNullable(snapshot.get().parentId()).map(table::snapshot);
        }
        return Optional.empty();
    }

    private static Optional<Long> number(Map<String, String> properties, String name) {
        return Optional.ofNullable(properties.get(name)).filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::valueOf);
    }
}
