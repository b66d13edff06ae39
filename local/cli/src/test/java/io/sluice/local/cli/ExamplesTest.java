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

/// The examples of `events` do what stands beside them.
final class ExamplesTest {
    private static final Path EVENTS = Path.of("..", "..", "events");

    @Test
    void everyExampleMeetsItsExpectations(@TempDir Path folder) throws IOException {
        Path jar = PluginJar.ofTheAccessLogs(folder);
        Outcome outcome = Cli.run("test", EVENTS.toString(), "--plugin", jar.toString());
        assertEquals(0, outcome.status(), outcome::toString);
        assertEquals("", outcome.err());
        assertTrue(outcome.out().endsWith(": passed\n"), outcome::out);
    }

    @Test
    void everyExampleHasExpectations() throws IOException {
        try (Stream<Path> examples = Files.list(EVENTS)) {
            assertEquals(List.of(), examples.filter(Files::isDirectory)
                    .filter(each -> !Files.exists(each.resolve("test.yaml"))).toList());
        }
    }

    @Test
    void everyConfigurationOfAnExampleIsValidWithoutAWarning() throws IOException {
        try (Stream<Path> files = Files.walk(EVENTS)) {
            files.filter(file -> file.endsWith("stream.json")).forEach(file -> {
                Outcome outcome = Cli.run("check", file.toString());
                assertEquals(new Outcome(0, file + ": valid\n", ""), outcome);
            });
        }
    }
}
