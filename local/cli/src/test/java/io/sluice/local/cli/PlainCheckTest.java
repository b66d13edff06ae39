package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `check --config FILE` reads its arguments by itself; every other way to write it goes through the parser of all
/// commands. Both are to say the same.
final class PlainCheckTest {
    private static final Console CONSOLE = new Console(InputStream.nullInputStream(),
            new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()));
    private static final Path VALID = Path.of("..", "..", "events", "quakes", "stream.json");

    @Test
    void bothWaysToReadTheArgumentsSayTheSame(@TempDir Path folder) throws IOException {
        String valid = Files.readString(VALID);
        Path faulty = Files.writeString(folder.resolve("faulty é.json"), valid.replace("GZIP", "gzip"));
        Path noJson = Files.writeString(folder.resolve("no.json"), "{");
        Path empty = Files.createFile(folder.resolve("empty"));
        for (Path file : List.of(VALID, faulty, noJson, empty, folder, folder.resolve("missing"))) {
            assertTrue(CheckCommand.plain(CONSOLE, "check", "--config", file.toString()).isPresent());
            assertEquals(Cli.run("check", "--config=" + file), Cli.run("check", "--config", file.toString()));
        }
    }

    /// An option, a file of arguments (`@FILE`), quotes, nothing at all.
    @Test
    void whatMayBeNoFileIsLeftToTheParser(@TempDir Path folder) throws IOException {
        for (String argument : List.of("--help", "-", "@" + folder.resolve("arguments"), "\"a\"", "'a'", "")) {
            assertTrue(CheckCommand.plain(CONSOLE, "check", "--config", argument).isEmpty(), argument);
        }
        assertTrue(CheckCommand.plain(CONSOLE, "check", "--config", "a", "--plugin", "b").isEmpty());
        assertTrue(CheckCommand.plain(CONSOLE, "plan", "--config", "a").isEmpty());
        assertTrue(CheckCommand.plain(CONSOLE, "check").isEmpty());
        Files.writeString(folder.resolve("arguments"), VALID.toString());
        assertEquals(Cli.run("check", "--config", VALID.toString()),
                Cli.run("check", "--config", "@" + folder.resolve("arguments")));
    }

    /// A command is set up by itself; the list of all must be the same whoever asks.
    @Test
    void everyCommandOfTheHelpIsThere() {
        List<String> names = Cli.run("--help").out().lines().filter(line -> line.matches("  [a-z]+ .*"))
                .map(line -> line.strip().split(" ", 2)[0]).toList();
        assertTrue(names.size() >= 14, names.toString());
        for (String name : names) {
            Cli.Outcome help = Cli.run(name, "--help");
            assertEquals(0, help.status(), name);
            assertTrue(help.out().startsWith("Usage: sluice " + name + " "), help.out());
        }
    }
}
