package io.sluice.tables;

import io.sluice.columns.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The `Sluice.Table` section of a stream's configuration: what the prefix alone does not say about its table.
///
/// @param database `Database`; empty: named after the stream
/// @param name     `Name`; empty: named after the stream
/// @param columns  `Columns`, in order; no two of one name; empty: to be inferred from a sample
/// @param jsonKeys `Columns[].JsonKey`: the key of the records' JSON object, as it is written there, for each column
///                 that has another name than its key
/// @param keys     `Keys`: how partition columns are projected, by column name in lower case
public record TableSettings(Optional<String> database, Optional<String> name, List<Column> columns,
        Map<String, String> jsonKeys, Map<String, KeyProjection> keys) {
    /// Of a stream whose configuration has no such section.
    public static final TableSettings NONE = new TableSettings(Optional.empty(), Optional.empty(), List.of(), Map.of(),
            Map.of());

    public TableSettings {
        columns = List.copyOf(columns);
        jsonKeys = Map.copyOf(jsonKeys);
        keys = Map.copyOf(keys);
    }

    /// These settings with columns that a sample gave.
    TableSettings withColumns(List<Column> inferred, Map<String, String> inferredKeys) {
        return new TableSettings(database, name, inferred, inferredKeys, keys);
    }

    /// Returns the settings that hold of the table of error records, too.
    TableSettings ofErrors() {
        return new TableSettings(database, name, List.of(), Map.of(), Map.of());
    }
}
