package io.sluice.tables;

import io.sluice.columns.ColumnType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tables as requests of AWS Glue's API: JSON values made of maps, lists, texts and truth values, with the API's names,
/// in its order.
///
/// Source: AWS Glue developer guide, `CreateTable`, structure `TableInput`.
public final class GlueTableInput {
    private GlueTableInput() {}

    /// The request of `aws glue create-table --cli-input-json`.
    public static Map<String, Object> createTable(TableDefinition table) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("DatabaseName", table.database());
        request.put("TableInput", of(table));
        return request;
    }

    /// The structure `TableInput`.
    public static Map<String, Object> of(TableDefinition table) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("Name", table.name());
        input.put("Description", table.comment());
        input.put("TableType", "EXTERNAL_TABLE");
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("EXTERNAL", "TRUE");
        parameters.putAll(table.properties());
        input.put("Parameters", parameters);
        List<Object> keys = new ArrayList<>();
        table.partitions().forEach(column -> keys.add(column(column.name(), column.type(), column.comment())));
        input.put("PartitionKeys", keys);
        input.put("StorageDescriptor", storage(table));
        return input;
    }

    private static Map<String, Object> storage(TableDefinition table) {
        Map<String, Object> storage = new LinkedHashMap<>();
        List<Object> columns = new ArrayList<>();
        table.columns().forEach(
                column -> columns.add(column(column.name(), column.type(), column.comment().orElse(""))));
        storage.put("Columns", columns);
        storage.put("Location", table.location());
        storage.put("InputFormat", table.format().inputFormat());
        storage.put("OutputFormat", table.format().outputFormat());
        Map<String, Object> serde = new LinkedHashMap<>();
        serde.put("SerializationLibrary", table.format().serde());
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("serialization.format", "1");
        parameters.putAll(table.serdeProperties());
        serde.put("Parameters", parameters);
        storage.put("SerdeInfo", serde);
        return storage;
    }

    private static Map<String, Object> column(String name, ColumnType type, String comment) {
        Map<String, Object> column = new LinkedHashMap<>();
        column.put("Name", name);
        column.put("Type", type.hiveText());
        if (!comment.isEmpty()) {
            column.put("Comment", comment);
        }
        return column;
    }
}
