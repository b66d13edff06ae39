package io.sluice.tables;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The `Sluice.Table` section of a stream's configuration: what the prefix alone does not say about its table.
///
/// @param database `Database`; empty: named after the stream
/// @param name     `Name`; empty: named after the stream
/// @param columns  `Columns`, in order; no two of one name; empty: to be inferred from a sample
/// @param keys     `Keys`: how partition columns are projected, by column name in lower case
public record TableSettings(Optional<String> database, Optional<String> name, List<Column> columns,
        Map<String, KeyProjection> keys) {
    /// Of a stream whose configuration has no such section.
    public static final TableSettings NONE = new TableSettings(Optional.empty(), Optional.empty(), List.of(), Map.of());

    public TableSettings {
        columns = List.copyOf(columns);
        keys = Map.copyOf(keys);
    }
}
