package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.parquet.ParquetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The sample as Parquet files.
final class ParquetRunTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Path CONFIG = EVENTS.resolve("parquet.json");
    private static final Path QUAKES = EVENTS.resolve("earthquakes.ndjson");

    @TempDir
    private Path folder = Path.of("");

    private Outcome run(Path input) {
        return Cli.run("run", "--config", CONFIG.toString(), "--input", input.toString(), "--out",
                folder.resolve("out").toString(), "--json");
    }

    private List<Path> objects(String folderOfObjects) throws IOException {
        Path bucket = folder.resolve("out").resolve("quakes");
        try (Stream<Path> files = Files.walk(bucket)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> bucket.relativize(file).toString().startsWith(folderOfObjects)).toList();
        }
    }

    @Test
    void everyRecordIsARowUnderItsNetworkAndDay() throws IOException {
        Outcome outcome = run(QUAKES);
        assertEquals(0, outcome.status(), outcome.err());
        JsonNode json = outcome.json();
        assertEquals(1_707, json.path("recordsIn").asInt());
        assertEquals(1_707, json.path("recordsDelivered").asInt());
        assertEquals(0, json.path("recordsRejected").asInt());
        long rows = 0;
        for (Path object : objects("")) {
            assertTrue(object.toString().endsWith(".parquet"), object::toString);
            rows += ParquetFiles.rows(object);
        }
        assertEquals(1_707, rows);
        assertEquals(json.path("objects").asInt(), objects("").size());
    }

    @Test
    void recordsThatDoNotFitAreRejectedAndTheCountsAddUp() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(QUAKES).subList(0, 200));
        for (int i = 0; i < lines.size(); i += 10) {
            lines.set(i, lines.get(i).replaceFirst("\"mag\":[-.0-9]+", "\"mag\":\"loud\""));
        }
        Outcome outcome = run(Files.write(folder.resolve("mixed.ndjson"), lines));
        assertEquals(0, outcome.status(), outcome.err());
        JsonNode json = outcome.json();
        assertEquals(200, json.path("recordsIn").asInt());
        assertEquals(180, json.path("recordsDelivered").asInt());
        assertEquals(20, json.path("recordsRejected").asInt());
        List<Path> errors = objects("errors/format-conversion-failed");
        assertEquals(json.path("errorObjects").asInt(), errors.size());
        int found = 0;
        for (Path error : errors) {
            for (String line : Files.readAllLines(error)) {
                JsonNode record = new ObjectMapper().readTree(line);
                assertEquals("Data does not match the schema. Column properties.mag of type double: found a string that"
                        + " is no number", record.path("lastErrorMessage").asText());
                assertEquals("quakes", record.at("/dataCatalogTable/tableName").asText());
                found++;
            }
        }
        assertEquals(20, found);
    }

    @Test
    void aStreamThatConvertsIsPlannedLikeAnyOther() {
        Outcome outcome = Cli.run("plan", "--config", CONFIG.toString(), "--input", QUAKES.toString());
        assertEquals(0, outcome.status(), outcome.err());
    }

    /// A run delivers its whole input; the rate has the plan's interval of 360 s hold as many records.
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"'{net:.properties.net,date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))}', 1707",
            "'{net:.properties.net,date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))}', 900",
            "'{net:.properties.net,date:.properties.code}', 1707", "'{net:.properties.net,date:1}', 1707",
            "'{net:1,date:1}', 1707", "'{net:1,date:1}', 600"})
    void thePlannedObjectsAreAsLargeAsThoseOfARun(String query, int sampled) throws IOException {
        String text = Files.readString(CONFIG);
        String whole = "{net:.properties.net,date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))}";
        assertTrue(text.contains(whole), whole);
        Path config = Files.writeString(folder.resolve("parquet.json"), text.replace(whole, query));
        Outcome run = Cli.run("run", "--config", config.toString(), "--input", QUAKES.toString(), "--out",
                folder.resolve("out").toString(), "--json");
        assertEquals(0, run.status(), run.err());
        double real = 0;
        for (Path object : objects("")) {
            real += (double) Files.size(object) / objects("").size();
        }
        Path sample = Files.write(folder.resolve("sample.ndjson"), Files.readAllLines(QUAKES).subList(0, sampled));
        Outcome plan = Cli.run("plan", "--config", config.toString(), "--input", sample.toString(), "--rate",
                "4.742/s", "--json");
        assertEquals(0, plan.status(), plan.err());
        double planned = plan.json().at("/objects/meanBytes").asDouble();
        assertEquals(real, planned, 0.15 * real, plan.json().path("objects")::toString);
    }
}
