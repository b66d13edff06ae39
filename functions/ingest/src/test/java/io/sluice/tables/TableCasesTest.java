package io.sluice.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.CaseTable;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.TableSources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Runs `table-cases.json`. A case is a stream: its `prefix` or `errorPrefix`, jq `query`, further `destination` fields
/// and `sluice` section; and what its table comes to: `location` and `template` below `s3://lake/`, `columns` as `name
/// type projection properties`, and `remarks` as kind, path (`@` stands for `$.ExtendedS3DestinationConfiguration`) and
/// what the message holds.
final class TableCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> eachStreamHasItsTable() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        JSON.readTree(CaseTable.text(TableCasesTest.class, "table-cases.json")).forEach(
                row -> tests.add(DynamicTest.dynamicTest(row.get("case").asText(), () -> check(row))));
        return tests.stream();
    }

    private static void check(JsonNode row) throws IOException {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(JSON.writeValueAsBytes(request(row)));
        TableSource source = TableSources.of(
                parsed.configuration()
                        .orElseThrow(() -> new AssertionError(parsed.problems().toString())),
                "lake");
        StreamTables.Derived derived = row.has("errorPrefix")
                ? StreamTables.errors(source)
                : StreamTables.records(source);
        checkRemarks(row.path("remarks"), derived.remarks());
        boolean refused = derived.remarks().stream().anyMatch(remark -> remark.kind() == TableRemark.Kind.REFUSAL);
        assertEquals(refused, derived.table().isEmpty());
        derived.table().ifPresent(table -> checkTable(row, table));
    }

    private static ObjectNode request(JsonNode row) {
        ObjectNode request = JSON.createObjectNode().put("DeliveryStreamName", "clicks");
        ObjectNode destination = request.putObject("ExtendedS3DestinationConfiguration");
        destination.put("BucketARN", "arn:aws:s3:::lake");
        if (row.has("prefix")) {
            destination.put("Prefix", row.get("prefix").asText());
        }
        destination.put("ErrorOutputPrefix", row.path("errorPrefix").asText("errors/"));
        ObjectNode processing = destination.putObject("ProcessingConfiguration").put("Enabled", true);
        processing.putArray("Processors").addObject().put("Type", "AppendDelimiterToRecord");
        if (row.has("query")) {
            ObjectNode query = processing.withArray("Processors").addObject().put("Type", "MetadataExtraction");
            query.putArray("Parameters").addObject().put("ParameterName", "MetadataExtractionQuery")
                    .put("ParameterValue", row.get("query").asText());
            query.withArray("Parameters").addObject().put("ParameterName", "JsonParsingEngine").put("ParameterValue",
                    "JQ-1.6");
        }
        row.path("destination").properties().forEach(field -> destination.set(field.getKey(), field.getValue()));
        ObjectNode sluice = request.putObject("Sluice").put("KeyExtractor", "mine");
        sluice.putObject("Table").putArray("Columns").addObject().put("Name", "id").put("Type", "bigint");
        row.path("sluice").properties().forEach(field -> sluice.set(field.getKey(), field.getValue()));
        row.path("table").properties()
                .forEach(field -> ((ObjectNode) sluice.get("Table")).set(field.getKey(), field.getValue()));
        return request;
    }

    private static void checkTable(JsonNode row, TableDefinition table) {
        assertEquals("s3://lake/" + row.path("location").asText(), table.location());
        assertEquals(Optional.ofNullable(row.get("template")).map(template -> "s3://lake/" + template.asText()),
                table.locationTemplate());
        assertEquals(texts(row.path("columns")), table.partitions().stream().map(TableCasesTest::text).toList());
    }

    private static String text(PartitionColumn column) {
        StringBuilder text = new StringBuilder(column.name()).append(' ').append(column.type().hiveText());
        column.projection().properties().forEach((name, value) -> text.append(' ').append(value));
        return text.toString();
    }

    private static void checkRemarks(JsonNode expected, List<TableRemark> remarks) {
        List<String> found = remarks.stream().map(remark -> remark.kind().name().toLowerCase(Locale.ROOT) + " "
                + remark.path().replace("$.ExtendedS3DestinationConfiguration", "@") + " " + remark.message()).toList();
        List<String> wanted = texts(expected);
        assertEquals(wanted.size(), found.size(), () -> String.join("\n", found));
        for (int i = 0; i < wanted.size(); i++) {
            String[] parts = wanted.get(i).split(" ", 3);
            assertTrue(found.get(i).startsWith(parts[0] + " " + parts[1] + " "), found.get(i));
            assertTrue(found.get(i).contains(parts[2]), found.get(i));
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
