package io.sluice.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.local.cli.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class BenchCommandTest {
    /// `./sluice bench --help` prints the file, so that it need not build anything.
    @Test
    void theHelpThatTheLauncherPrintsIsTheCommands() throws IOException {
        var out = new StringWriter();
        var console = new Console(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(out));
        assertEquals(0, BenchCommand.execute(console, "", "--help"));
        assertEquals(out.toString(),
                Files.readString(Path.of("src/main/resources/io/sluice/benchmarks/cli/help.txt")));
    }
}
