package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.input.RowsOnDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Why records were rejected, and when that makes a run fail.
final class RejectReportTest {
    private static final String GOOD = "{\"net\":\"uw\",\"place\":{\"day\":\"1\"}}";
    private static final String MIXED = String.join("\n", GOOD, "{\"a\":\"äöü\"}", "", "not json",
            "{\"net\":\"\",\"place\":{\"day\":[]}}", "{\"a\":\"again\"}", GOOD) + "\n";

    @TempDir
    private Path folder = Path.of("");
    private Path config = Path.of("");

    @BeforeEach
    void files() throws IOException {
        config = folder.resolve("stream.json");
        try (InputStream keyed = RejectReportTest.class.getResourceAsStream("keyed.json")) {
            Files.write(config, Objects.requireNonNull(keyed).readAllBytes());
        }
        Files.writeString(folder.resolve("mixed.ndjson"), MIXED);
    }

    private Path path(String name) {
        return folder.resolve(name);
    }

    private Outcome run(String input, String out, String... more) {
        return run(new byte[0], input, out, more);
    }

    private Outcome run(byte[] standardInput, String input, String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", "--config", config.toString(), "--input",
                input.equals("-") ? input : path(input).toString(), "--out", path(out).toString()));
        arguments.addAll(List.of(more));
        return Cli.run(standardInput, arguments.toArray(String[]::new));
    }

    @Test
    void reasonsAreCountedEachWithAnExampleAndItsPlace() throws IOException {
        JsonNode rejects = run("mixed.ndjson", "out", "--json").json().path("rejects");
        assertEquals(3, rejects.size(), rejects.toString());
        JsonNode nulls = rejects.get(0);
        assertEquals(2, nulls.path("count").asInt());
        assertEquals("partitionKeys values must not be null or empty: net is null, day is null",
                nulls.path("message").asText());
        assertEquals("{\"a\":\"äöü\"}", nulls.path("example").path("data").asText());
        assertEquals(2, nulls.path("example").path("line").asInt());
        assertEquals((GOOD + "\n").getBytes(UTF_8).length, nulls.path("example").path("offset").asInt());
        assertEquals(path("mixed.ndjson").toString(), nulls.path("example").path("file").asText());
        List<String> messages = rejects.findValuesAsText("message");
        assertTrue(messages.contains("Non JSON record provided"), messages.toString());
        assertTrue(messages.contains(
                "partitionKeys values must not be null or empty: net is empty, day is an array"), messages.toString());
    }

    @Test
    void theTextNamesFileLineAndByte() {
        Outcome outcome = run("mixed.ndjson", "out");
        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(outcome.err().contains("4 of 6 records rejected (66.7 %), more than --max-rejected 50% allows"),
                outcome.err());
        assertTrue(outcome.out().contains("rejected  2 × partitionKeys values must not be null or empty: net is null"),
                outcome.out());
        assertTrue(outcome.out().contains("such as " + path("mixed.ndjson") + ", line 4, byte 49: not json"),
                outcome.out());
    }

    @Test
    void placesAreOfTheDecompressedInput() throws IOException {
        try (var out = new GZIPOutputStream(Files.newOutputStream(path("mixed.gz")))) {
            out.write(MIXED.getBytes(UTF_8));
        }
        assertTrue(run("mixed.gz", "out").out().contains("mixed.gz, line 4, byte 49: not json"));
    }

    @Test
    void anExampleOutOfARowOrAnArrayIsFoundAsTheRunReadIt() throws IOException {
        Files.writeString(path("rows.csv"), "net,place\n\"u\nw\",1\n");
        JsonNode row = run("rows.csv", "rows", "--input-format", "csv", "--json").json().path("rejects").get(0)
                .path("example");
        assertEquals("{\"net\":\"u\\nw\",\"place\":\"1\"}", row.path("data").asText(), row.toString());
        assertEquals("net,place\n".length(), row.path("offset").asInt(), row.toString());

        Files.writeString(path("array.json"), "[" + GOOD + ",\n {\"a\":1}]");
        JsonNode element = run("array.json", "array", "--input-format", "json-array", "--json").json().path("rejects")
                .get(0).path("example");
        assertEquals(2, element.path("line").asInt(), element.toString());
        assertEquals(GOOD.length() + 4, element.path("offset").asInt(), element.toString());
    }

    /// Its number is no byte.
    @Test
    void aRowOfParquetHasNoByte() throws IOException {
        RowsOnDisk.write(path("rows.parquet"), MessageTypeParser.parseMessageType("message m { required int32 n; }"),
                3, (row, i) -> row.append("n", i));
        JsonNode example = run("rows.parquet", "parquet", "--json").json().path("rejects").get(0).path("example");
        assertEquals("{\"n\":0}", example.path("data").asText());
        assertTrue(example.path("file").asText().endsWith(".parquet"), example.toString());
        assertTrue(example.path("offset").isMissingNode() && example.path("line").isMissingNode(), example.toString());
    }

    @Test
    void ofStandardInputTheExampleAloneIsTold() throws IOException {
        JsonNode example = run(MIXED.getBytes(UTF_8), "-", "out", "--json").json().path("rejects").get(0)
                .path("example");
        assertEquals("{\"a\":\"äöü\"}", example.path("data").asText());
        assertTrue(example.path("file").isMissingNode(), example.toString());
    }

    @Test
    void whatJqQuotesOfARecordMakesNoReasonOfItsOwn() throws IOException {
        Files.writeString(config, Files.readString(config).replace("net:.net", "net:(.net+1|tostring)"));
        Files.writeString(path("texts.ndjson"), "{\"net\":\"a\"}\n{\"net\":\"b\"}\n{\"net\":\"c\"}\n");
        JsonNode rejects = run("texts.ndjson", "out", "--json").json().path("rejects");
        assertEquals(1, rejects.size(), rejects.toString());
        assertEquals(3, rejects.get(0).path("count").asInt());
        assertEquals("string (\"a\") and number (1) cannot be added", rejects.get(0).path("message").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNCOMPRESSED", "GZIP", "ZIP", "Snappy", "HADOOP_SNAPPY", "ZSTD"})
    void reasonsAreFoundAndRedrivenWhateverTheCompression(String compression) throws IOException {
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(Files.readString(config));
        if (compression.equals("ZSTD")) {
            json.withObject("/Sluice").put("CompressionFormat", compression);
        } else {
            json.withObject("/ExtendedS3DestinationConfiguration").put("CompressionFormat", compression);
        }
        Files.writeString(config, json.toString());
        assertEquals(3, run("mixed.ndjson", "out", "--json").json().path("rejects").size());
        Outcome again = Cli.run("redrive", "--config", config.toString(), "--input",
                path("out").resolve("keyed/errors").toString(), "--out", path("again").toString(), "--json");
        assertEquals(1, again.status(), again.err());
        assertEquals(4, again.json().path("recordsRejected").asInt(), again.toString());
        assertEquals(3, again.json().path("rejects").size());
        assertEquals(1, again.json().path("rejects").get(0).path("example").path("line").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"!{timestamp:yyyy}/!{firehose:error-output-type}/", "errors", "net=",
            "net=!{firehose:error-output-type}/"})
    void whatOnlyLooksLikeAnErrorRecordIsNone(String errorPrefix) throws IOException {
        Files.writeString(config, Files.readString(config).replace("errors/!{firehose:error-output-type}/",
                errorPrefix));
        Files.writeString(path("alike.ndjson"), "{\"rawData\":\"e30=\",\"errorCode\":\"x\","
                + "\"arrivalTimestamp\":1,\"net\":\"uw\",\"place\":{\"day\":\"1\"}}\nno json\n");
        JsonNode rejects = run("alike.ndjson", "out", "--json").json().path("rejects");
        assertEquals(1, rejects.size(), rejects.toString());
        assertEquals("no json", rejects.get(0).path("example").path("data").asText());
    }

    @Test
    void aRunThatDeliversNothingFails() throws IOException {
        Files.writeString(path("bad.ndjson"), "{\"a\":1}\n");
        Outcome outcome = run("bad.ndjson", "out");
        assertEquals(1, outcome.status());
        assertTrue(outcome.err().contains("Nothing was delivered: 1 record in, 1 rejected, 0 dropped"), outcome.err());
        assertFalse(Files.exists(path("out").resolve(".sluice")), "the run is over, and nothing is to be resumed");
    }

    @Test
    void moreRejectsThanAreAllowedFail() {
        assertEquals(1, run("mixed.ndjson", "1", "--strict").status());
        assertEquals(1, run("mixed.ndjson", "2", "--max-rejected", "3").status());
        assertEquals(0, run("mixed.ndjson", "3", "--max-rejected", "4").status());
        Outcome share = run("mixed.ndjson", "4", "--max-rejected", "66.6%");
        assertEquals(1, share.status());
        assertTrue(share.err().contains("4 of 6 records rejected (66.7 %), more than --max-rejected 66.6% allows"),
                share.err());
        assertEquals(0, run("mixed.ndjson", "5", "--max-rejected", "66.7%").status());
    }

    @Test
    void linesThatRedriveLeavesOutMakeItFailWhereTheOthersAreFed() throws IOException {
        String good = "{\"rawData\":\"eyJuZXQiOiJ1dyIsInBsYWNlIjp7ImRheSI6IjEifX0=\",\"errorCode\":\"x\","
                + "\"errorMessage\":\"y\",\"attemptsMade\":1,\"arrivalTimestamp\":1700000000000}\n";
        Files.writeString(path("object"), good + "{\"rawData\":\"cut\n".repeat(12) + good);
        Outcome outcome = Cli.run("redrive", "--config", config.toString(), "--input", path("object").toString(),
                "--out", path("again").toString(), "--json");
        assertEquals(1, outcome.status(), outcome.err());
        assertEquals(2, outcome.json().path("recordsDelivered").asInt());
        assertTrue(outcome.err().contains("12 lines are no error record and left out"), outcome.err());
        assertTrue(outcome.err().contains("line 11 is left out"), outcome.err());
        assertFalse(outcome.err().contains("line 12 is left out"), outcome.err());
    }

    @Test
    void whatATerminalWouldObeyIsShownAsItIsSpelled() throws IOException {
        Files.writeString(path("odd.ndjson"), "\u001b[31mred\u202Eder\n" + GOOD + "\n");
        Outcome outcome = run("odd.ndjson", "out");
        assertTrue(outcome.out().contains("byte 0: \\u001b[31mred\\u202eder"), outcome.out());
        assertFalse(outcome.out().contains("\u001b"), outcome.out());
    }
}
