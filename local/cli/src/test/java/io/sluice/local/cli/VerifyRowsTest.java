package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jspecify.annotations.Nullable;

/// What verify finds where records were made into rows of Parquet files.
final class VerifyRowsTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");

    @TempDir
    private Path folder = Path.of("");

    private Outcome sluice(String command) {
        return Cli.run(command, "--config", EVENTS.resolve("parquet.json").toString(), "--input",
                folder.resolve("in.ndjson").toString(), "--out", folder.resolve("out").toString(), "--json");
    }

    @Test
    void everyRowIsFoundAndWhatIsMissingOrTwiceIsNamed() throws IOException {
        List<String> lines = Files.readAllLines(EVENTS.resolve("earthquakes.ndjson")).subList(0, 400);
        lines = lines.stream().map(line -> line.contains("\"net\":\"us\"")
                ? line.replaceFirst("\"mag\":[0-9.-]+", "\"mag\":\"high\"")
                : line).toList();
        Files.write(folder.resolve("in.ndjson"), lines);
        assertEquals(0, sluice("run").status());
        long unfit = lines.stream().filter(line -> line.contains("\"mag\":\"high\"")).count();
        Outcome agreed = sluice("verify");
        assertEquals(0, agreed.status(), agreed.toString());
        assertEquals(unfit, agreed.json().path("rejected").asLong(), agreed.toString());
        assertEquals(400 - unfit, agreed.json().path("delivered").asLong(), agreed.toString());
        Path object = objectOf("net=ak");
        Path twin = object.resolveSibling(object.getFileName().toString().replace(".parquet", "-twin.parquet"));
        Files.copy(object, twin);
        assertTrue(sluice("verify").json().path("findings").toString().contains("doubled"));
        Files.delete(twin);
        Files.delete(object);
        Outcome lost = sluice("verify");
        assertEquals(1, lost.status());
        assertTrue(lost.out().contains("lost"), lost.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nothing         |
            value           | a row has another value in the column net than its path, which says ak
            undecoded       | a row has another value in the column place than its path, which says
            null            | a row has another value in the column net than its path, which says ak
            id              | the field mag has no id, and 2 in the table
            otherId         | the field mag has the id 3, and 2 in the table
            innerId         | the field tags.element has no id, and 30000 in the table
            partitionId     | the field net has the id 7, and 1000000000 in the table
            noPartition     | it has no column net, which its path has
            more            | it has a column more, and the table has none
            """)
    void whatAFileOfATableHasBesideItsRecordsIsJudged(String fault, @Nullable String finding) throws IOException {
        Path config = Files.writeString(folder.resolve("stream.json"),
                """
                        {"DeliveryStreamName": "quakes", "ExtendedS3DestinationConfiguration": {"BucketARN":
                         "arn:aws:s3:::quakes", "Prefix":
                         "lake/net=!{partitionKeyFromQuery:net}/!{timestamp:yyyy/MM}/d-!{timestamp:dd}/\
                        !{partitionKeyFromQuery:place}/",
                         "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                         "DataFormatConversionConfiguration": {"Enabled": true, \
                         "OutputFormatConfiguration": {"Serializer":
                          {"ParquetSerDe": {"Compression": "UNCOMPRESSED"}}}},
                         "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "MetadataExtraction",
                          "Parameters": [{"ParameterName": "MetadataExtractionQuery",
                           "ParameterValue": "{net: .net, place: .place}"},
                           {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}},
                         "Sluice": {"Iceberg": {"Catalog": {"Type": "jdbc"}}, "Table": {"Columns": [
                          {"Name": "id", "Type": "string"}, {"Name": "mag", "Type": "double"},
                          {"Name": "tags", "Type": "array<string>"}]}}}""");
        Path input = Files.writeString(folder.resolve("in.ndjson"), """
                {"net": "ak", "place": "a/b %2F", "id": "1", "mag": 1.5, "tags": ["x", null]}
                {"net": "ak", "place": "a/b %2F", "id": "2"}
                {"net": "__HIVE_DEFAULT_PARTITION__", "place": "here", "id": "3"}
                """);
        String[] more = {"--config", config.toString(), "--input", input.toString(), "--out",
                folder.resolve("out").toString()};
        assertEquals(0, Cli.run(Stream.concat(Stream.of("run"), Stream.of(more)).toArray(String[]::new)).status());
        Path object = objectOf("lake/net=ak");
        TamperedFile.write(object, fault);
        Outcome verified = Cli.run(Stream.concat(Stream.of("verify"), Stream.of(more)).toArray(String[]::new));
        assertEquals(finding == null ? 0 : 1, verified.status(), verified.toString());
        assertTrue(finding == null || verified.toString().contains(finding), verified.toString());
    }

    private Path objectOf(String key) throws IOException {
        try (var files = Files.walk(folder.resolve("out/quakes").resolve(key))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }
}
