package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sluice tables` on the earthquakes: statements to run, requests to send, and what keeps a stream from having a
/// table.
final class TablesCommandTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Path CONFIG = EVENTS.resolve("stream.json");
    private static final Path QUAKES = EVENTS.resolve("earthquakes.ndjson");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private static Outcome tables(Path config, String... more) {
        String[] arguments = new String[more.length + 3];
        System.arraycopy(new String[]{"tables", "--config", config.toString()}, 0, arguments, 0, 3);
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Cli.run(arguments);
    }

    private Path withTable(String table) throws IOException {
        return edited(request -> request.withObject("/Sluice").set("Table", JSON.readTree(table)));
    }

    private Path edited(Edit edit) throws IOException {
        ObjectNode request = (ObjectNode) JSON.readTree(CONFIG.toFile());
        edit.apply(request);
        return Files.write(folder.resolve("stream.json"), JSON.writeValueAsBytes(request));
    }

    private interface Edit {
        void apply(ObjectNode request) throws IOException;
    }

    @Test
    void aSampleGivesTheColumns() {
        Outcome outcome = tables(CONFIG, "--input", QUAKES.toString());
        assertEquals(0, outcome.status(), outcome.err());
        for (String line : List.of("CREATE DATABASE IF NOT EXISTS `quakes`;",
                "CREATE EXTERNAL TABLE IF NOT EXISTS `quakes`.`quakes` (",
                "  `geometry` struct<`coordinates`:array<double>,`type`:string>,\n  `id` string,\n  `properties` "
                        + "struct<",
                "`felt`:bigint", "`mag`:double", "LOCATION 's3://quakes/'",
                "  'projection.net.type' = 'injected',\n  'projection.date.type' = 'date',\n"
                        + "  'projection.date.format' = 'yyyy-MM-dd',\n  'projection.date.range' = "
                        + "'NOW-1095DAYS,NOW+1DAYS',",
                "'storage.location.template' = 's3://quakes/net=${net}/date=${date}/'",
                "CREATE EXTERNAL TABLE IF NOT EXISTS `quakes`.`quakes_errors` (")) {
            assertTrue(outcome.out().contains(line), line + " is missing in\n" + outcome.out());
        }
    }

    @Test
    void aSampleOfDatesThatTheRangeLeavesOutIsWarnedOf() {
        Outcome outcome = tables(CONFIG, "--input", QUAKES.toString());
        assertTrue(outcome.err().contains("warning: $.Sluice.Table.Keys.date: the sample has records of 2018-01-"),
                outcome.err());
    }

    /// The view over both takes a column from either table by its name.
    @Test
    void whatIsCompactedHasATableOfTheSameColumnsAndFolders() throws IOException {
        Path config = edited(request -> request.withObject("/Sluice").set("Compaction",
                JSON.readTree("{\"Prefix\":\"large/\"}")));
        Outcome text = tables(config, "--input", QUAKES.toString(), "--json");
        assertEquals(0, text.status(), text.err());
        JsonNode records = text.json().at("/tables/0/TableInput");
        JsonNode compacted = text.json().at("/tables/2/TableInput");
        assertEquals("quakes_compacted", compacted.path("Name").asText());
        assertEquals(records.at("/StorageDescriptor/Columns"), compacted.at("/StorageDescriptor/Columns"));
        assertEquals(records.path("PartitionKeys"), compacted.path("PartitionKeys"));
        assertEquals("s3://quakes/large/", compacted.at("/StorageDescriptor/Location").asText());
        assertEquals("s3://quakes/large/net=${net}/date=${date}/",
                compacted.path("Parameters").path("storage.location.template").asText());
        assertEquals("json", compacted.path("Parameters").path("classification").asText());
    }

    @Test
    void whatIsCompactedIntoParquetIsReadAsParquet() throws IOException {
        Path config = edited(request -> {
            request.withObject("/Sluice").set("Compaction",
                    JSON.readTree("{\"Prefix\":\"large/\",\"Format\":\"Parquet\",\"SortBy\":[\"id\"]}"));
            request.withObject("/Sluice").set("Table",
                    JSON.readTree("{\"Columns\":[{\"Name\":\"id\",\"Type\":\"string\",\"JsonKey\":\"the-id\"}]}"));
        });
        Outcome outcome = tables(config, "--json");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("json", outcome.json().at("/tables/0/TableInput/Parameters/classification").asText());
        JsonNode compacted = outcome.json().at("/tables/2/TableInput");
        assertEquals("parquet", compacted.at("/Parameters/classification").asText());
        assertTrue(compacted.at("/StorageDescriptor/SerdeInfo/Parameters/mapping.id").isMissingNode());
        assertTrue(tables(config).out().contains("`quakes`.`quakes_compacted` ("));
    }

    @Test
    void declaredColumnsNeedNoSample() throws IOException {
        Path config = withTable("""
                {"Database":"lake","Name":"quakes_raw","Columns":[{"Name":"id","Type":"string"}],
                 "Keys":{"date":{"Type":"date","Range":["2018-01-01","NOW"]}}}""");
        Outcome outcome = tables(config, "--json");
        assertEquals(0, outcome.status(), outcome.err());
        JsonNode json = outcome.json();
        assertEquals("lake", json.at("/database/DatabaseInput/Name").asText());
        assertEquals("lake", json.at("/tables/0/DatabaseName").asText());
        assertEquals("quakes_raw", json.at("/tables/0/TableInput/Name").asText());
        assertEquals("2018-01-01,NOW",
                json.at("/tables/0/TableInput/Parameters").path("projection.date.range").asText());
        assertEquals("quakes_raw_errors", json.at("/tables/1/TableInput/Name").asText());
        assertEquals("note", json.at("/remarks/0/kind").asText());
    }

    @Test
    void withoutColumnsThereIsNoTable() {
        Outcome outcome = tables(CONFIG);
        assertEquals(2, outcome.status());
        assertEquals("", outcome.out());
        assertTrue(outcome.err().contains("error: $.Sluice.Table.Columns: the table has no columns"), outcome.err());
        assertTrue(outcome.err().contains("--input SAMPLE infers columns"), outcome.err());
    }

    @Test
    void checkSaysWhatKeepsAStreamFromItsTable() throws IOException {
        Path config = withTable("""
                {"Columns":[{"Name":"net","Type":"string"}],"Keys":{"day":{"Type":"injected"}}}""");
        Outcome outcome = Cli.run("check", "--config", config.toString());
        assertEquals(2, outcome.status());
        assertTrue(outcome.out().contains("error: $.Sluice.Table.Columns[0].Name ("), outcome.out());
        assertTrue(outcome.out().contains("): the path has a column net, too"),
                outcome.out());
        assertTrue(outcome.out().contains("error: $.Sluice.Table.Keys.day ("), outcome.out());
        assertTrue(outcome.out().contains("): the prefix makes no column day"),
                outcome.out());
    }

    @Test
    void anErrorPrefixThatNoTableCanHaveLeavesTheRecordsTable() throws IOException {
        Path config = edited(request -> {
            request.withObject("/ExtendedS3DestinationConfiguration").put("ErrorOutputPrefix",
                    "errors/!{firehose:random-string}/!{firehose:error-output-type}/");
            request.withObject("/Sluice").set("Table",
                    JSON.readTree("{\"Columns\":[{\"Name\":\"id\",\"Type\":\"string\"}]}"));
        });
        Outcome outcome = tables(config);
        assertEquals(0, outcome.status(), outcome.err());
        assertTrue(outcome.out().contains("`quakes`.`quakes`") && !outcome.out().contains("_errors"), outcome.out());
        assertTrue(outcome.err().contains("warning: $.ExtendedS3DestinationConfiguration.ErrorOutputPrefix: there is no"
                + " table of error records: !{firehose:random-string} names a folder"), outcome.err());
    }

    @Test
    void anUnknownColumnTypeIsBadConfiguration() throws IOException {
        Outcome outcome = tables(withTable("{\"Columns\":[{\"Name\":\"a\",\"Type\":\"long\"}]}"));
        assertEquals(2, outcome.status());
        assertTrue(outcome.err().contains("error: $.Sluice.Table.Columns[0].Type: column type \"long\": unknown type"
                + " \"long\"; did you mean bigint?"), outcome.err());
    }

    @Test
    void aFirehoseStreamHasItsTableToo() {
        Outcome outcome = tables(EVENTS.resolve("firehose.json"), "--input", QUAKES.toString());
        assertEquals(0, outcome.status(), outcome.err());
        assertTrue(outcome.out().contains("storage.location.template"), outcome.out());
    }
}
