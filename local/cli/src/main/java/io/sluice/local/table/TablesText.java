package io.sluice.local.table;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.tables.AthenaDdl;
import io.sluice.tables.GlueTableInput;
import io.sluice.tables.TableDefinition;
import io.sluice.tables.TableRemark;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Prints a stream's tables.
public final class TablesText {
    private static final ObjectMapper JSON = new ObjectMapper().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private TablesText() {}

    /// A remark as a line of its own: what it means, JSON path, message.
    public static String line(TableRemark remark) {
        return kind(remark) + ": " + remark.path() + ": " + remark.message();
    }

    /// Statements for Athena, a blank line between them.
    ///
    /// @param tables of one database, at least one
    public static void statements(List<TableDefinition> tables, PrintWriter out) {
        out.print(AthenaDdl.createDatabase(tables.getFirst().database()));
        tables.forEach(table -> out.print("\n" + AthenaDdl.createTable(table)));
        out.flush();
    }

    /// One JSON object: `database`, the request of `aws glue create-database`; `tables`, those of `create-table`;
    /// `remarks`.
    ///
    /// @param tables of one database, at least one
    public static void json(List<TableDefinition> tables, List<TableRemark> remarks, PrintWriter out)
            throws IOException {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("database", Map.of("DatabaseInput", Map.of("Name", tables.getFirst().database())));
        result.put("tables", tables.stream().map(GlueTableInput::createTable).toList());
        result.put("remarks", remarks.stream().map(TablesText::fields).toList());
        JSON.writerWithDefaultPrettyPrinter().writeValue(out, result);
        out.println();
        out.flush();
    }

    private static Map<String, String> fields(TableRemark remark) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("kind", kind(remark));
        fields.put("path", remark.path());
        fields.put("message", remark.message());
        return fields;
    }

    private static String kind(TableRemark remark) {
        return switch (remark.kind()) {
            case REFUSAL -> "error";
            case WARNING, NOTE -> remark.kind().name().toLowerCase(Locale.ROOT);
        };
    }
}
