package io.sluice.tables;

import io.sluice.columns.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A table over a stream's objects, ready to be written down.
///
/// @param database         the database's name
/// @param name             the table's name
/// @param comment          what the table is; one line
/// @param columns          the columns of the objects' records, at least one
/// @param partitions       the columns of their path, in its order
/// @param location         `s3://` and the folder that all objects lie in, with its slash
/// @param locationTemplate `s3://` and a partition's folder, with `${column}` for each partition column; empty when
///                         there are no partition columns
/// @param format           what the objects hold
/// @param jsonKeys         the key of the records' JSON object for each column that has another name than its key
public record TableDefinition(String database, String name, String comment, List<Column> columns,
        List<PartitionColumn> partitions, String location, Optional<String> locationTemplate, DataFormat format,
        Map<String, String> jsonKeys) {
    public TableDefinition {
        columns = List.copyOf(columns);
        partitions = List.copyOf(partitions);
        jsonKeys = Map.copyOf(jsonKeys);
    }

    /// The properties of the SerDe, in order of name. Keys are for JSON only: in other formats columns have their own
    /// names.
    public Map<String, String> serdeProperties() {
        Map<String, String> properties = new TreeMap<>();
        (format == DataFormat.JSON ? jsonKeys : Map.<String, String>of())
                .forEach((column, key) -> properties.put("mapping." + column, key));
        return properties;
    }

    /// The table's properties, in order: its projection, where its partitions are, and what Glue calls its format.
    public Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("classification", format.classification());
        locationTemplate.ifPresent(template -> {
            properties.put("projection.enabled", "true");
            for (PartitionColumn column : partitions) {
                column.projection().properties()
                        .forEach((name, value) -> properties.put("projection." + column.name() + "." + name, value));
            }
            properties.put("storage.location.template", template);
        });
        return properties;
    }
}
