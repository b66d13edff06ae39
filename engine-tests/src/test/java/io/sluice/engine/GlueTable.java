package io.sluice.engine;

import io.trino.metastore.Column;
import io.trino.metastore.HiveType;
import io.trino.metastore.StorageFormat;
import io.trino.metastore.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A table as the AWS Glue Data Catalog holds it, for Trino's Hive catalog. Trino's Hive connector reads Athena's own table
/// parameters (`projection.…`, `storage.location.template`), so they go to it as they are, and with them what would go
/// wrong in Athena.
///
/// @param columns    name and Hive type of the columns in the objects, in order
/// @param keys       name and Hive type of the partition columns, in order
/// @param location   `s3://bucket/prefix/`
/// @param format     input format, output format and serialisation library
/// @param parameters of the table, with its partition projection
record GlueTable(String database, String name, List<Map.Entry<String, String>> columns,
        List<Map.Entry<String, String>> keys, String location, StorageFormat format, Map<String, String> parameters) {
    static final StorageFormat JSON = StorageFormat.create("org.openx.data.jsonserde.JsonSerDe",
            "org.apache.hadoop.mapred.TextInputFormat", "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat");

    /// Partition columns of texts.
    static List<Map.Entry<String, String>> keys(String... names) {
        return Arrays.stream(names).map(name -> Map.entry(name, "string")).toList();
    }

    /// The projection of a column that is a day of the sample.
    static Map<String, String> byDay(String column) {
        String projection = "projection." + column + ".";
        return Map.of("projection.enabled", "true", projection + "type", "date", projection + "format", "yyyy-MM-dd",
                projection + "range", Quakes.RANGE);
    }

    Table trino() {
        Table.Builder table = Table.builder().setDatabaseName(database).setTableName(name).setOwner(Optional.empty())
                .setTableType("EXTERNAL_TABLE").setDataColumns(trino(columns)).setPartitionColumns(trino(keys))
                .setParameters(parameters);
        table.getStorageBuilder().setStorageFormat(format).setLocation(location);
        return table.build();
    }

    private static List<Column> trino(List<Map.Entry<String, String>> columns) {
        return columns.stream().map(column -> new Column(column.getKey(), HiveType.valueOf(column.getValue()),
                Optional.empty(), Map.of())).toList();
    }
}
