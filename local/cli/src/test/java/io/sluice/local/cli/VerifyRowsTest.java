package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private Path objectOf(String key) throws IOException {
        try (var files = Files.walk(folder.resolve("out/quakes").resolve(key))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }
}
