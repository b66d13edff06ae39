package io.sluice.iceberg;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A table as it is, beside the logs that it is made of.
///
/// @param table     its namespace and name
/// @param location  the folder of its metadata, as a URI
/// @param snapshots that are kept
/// @param files     data files of the current snapshot
/// @param rows      in these
/// @param marks     how far it is in each chain
/// @param heads     the last entry of each chain
/// @param oldest    when the oldest entry was made that is not in the table; empty: all are
/// @param changes   to its columns that the next registration makes, in words
public record TableStatus(String table, String location, int snapshots, long files, long rows,
        Map<String, Long> marks, Map<String, Long> heads, Optional<Instant> oldest, List<String> changes) {
    public TableStatus {
        marks = Map.copyOf(marks);
        heads = Map.copyOf(heads);
        changes = List.copyOf(changes);
    }
}
