package io.sluice.tables;

import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnType.Array;
import io.sluice.columns.ColumnType.Char;
import io.sluice.columns.ColumnType.Decimal;
import io.sluice.columns.ColumnType.Mapping;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.columns.ColumnType.Struct;
import io.sluice.columns.ColumnType.Varchar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Tables as the statements that create them in Athena. Names are in backquotes, since Hive reserves many words.
///
/// Source: Athena user guide, "CREATE TABLE" and "Reserved keywords".
public final class AthenaDdl {
    private AthenaDdl() {}

    /// The statement that creates the database unless it is there.
    public static String createDatabase(String database) {
        return "CREATE DATABASE IF NOT EXISTS " + name(database) + ";\n";
    }

    /// The statement that creates the table unless it is there.
    public static String createTable(TableDefinition table) {
        StringBuilder ddl = new StringBuilder("CREATE EXTERNAL TABLE IF NOT EXISTS " + name(table.database()) + "."
                + name(table.name()) + " (\n");
        ddl.append(lines(table.columns().stream().map(
                column -> column(column.name(), column.type(), column.comment().orElse(""))).toList())).append(")\n");
        ddl.append("COMMENT ").append(text(table.comment())).append('\n');
        if (!table.partitions().isEmpty()) {
            ddl.append("PARTITIONED BY (\n").append(lines(table.partitions().stream()
                    .map(column -> column(column.name(), column.type(), column.comment())).toList())).append(")\n");
        }
        ddl.append("ROW FORMAT SERDE ").append(text(table.format().serde())).append('\n');
        if (!table.serdeProperties().isEmpty()) {
            ddl.append("WITH SERDEPROPERTIES (\n").append(lines(properties(table.serdeProperties()))).append(")\n");
        }
        ddl.append("STORED AS INPUTFORMAT ").append(text(table.format().inputFormat())).append('\n');
        ddl.append("OUTPUTFORMAT ").append(text(table.format().outputFormat())).append('\n');
        ddl.append("LOCATION ").append(text(table.location())).append('\n');
        ddl.append("TBLPROPERTIES (\n").append(lines(properties(table.properties()))).append(");\n");
        return ddl.toString();
    }

    private static String column(String name, ColumnType type, String comment) {
        return name(name) + " " + type(type) + (comment.isEmpty() ? "" : " COMMENT " + text(comment));
    }

    private static List<String> properties(Map<String, String> properties) {
        List<String> lines = new ArrayList<>();
        properties.forEach((name, value) -> lines.add(text(name) + " = " + text(value)));
        return lines;
    }

    private static String lines(List<String> items) {
        return items.stream().map(item -> "  " + item).collect(Collectors.joining(",\n", "", "\n"));
    }

    private static String name(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /// A string literal; Hive escapes with a backslash.
    private static String text(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /// As [ColumnType#hiveText], fields in backquotes.
    private static String type(ColumnType type) {
        return switch (type) {
            case Array(ColumnType element) -> "array<" + type(element) + ">";
            case Mapping(ColumnType key, ColumnType value) -> "map<" + type(key) + "," + type(value) + ">";
            case Struct(List<Struct.Field> fields) -> fields.stream()
                    .map(field -> name(field.name()) + ":" + type(field.type()))
                    .collect(Collectors.joining(",", "struct<", ">"));
            case Primitive plain -> plain.hiveText();
            case Decimal plain -> plain.hiveText();
            case Varchar plain -> plain.hiveText();
            case Char plain -> plain.hiveText();
        };
    }
}
