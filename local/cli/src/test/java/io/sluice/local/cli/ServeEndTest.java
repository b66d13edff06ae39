package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The last words of `serve`, in a process of its own that the operating system tells to end.
final class ServeEndTest {
    @TempDir
    private Path folder = Path.of("");

    /// What a server says on standard error from its start to its end, once it is told to end where it serves.
    private String said(String... options) throws Exception {
        Path errors = folder.resolve("errors");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName(), "serve",
                "--port", "0", "--out", folder.resolve("out").toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (BufferedReader out = process.inputReader(UTF_8)) {
            String first = out.readLine();
            assertTrue(first != null && first.startsWith("Sluice serves http://"), () -> first + read(errors));
            // destroy() of the process itself would close the streams that are still to be read.
            process.toHandle().destroy();
            assertEquals(0, process.waitFor(), () -> read(errors));
            assertEquals(List.of(), out.lines().toList());
        } finally {
            process.destroyForcibly();
        }
        return read(errors);
    }

    private static String read(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return String.join(" ", lines.map(String::strip).toList());
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Tag("long")
    @Test
    void itSaysWhereTheNextStartGoesOnOrThatAllIsDelivered() throws Exception {
        String staged = said();
        assertTrue(staged.endsWith("the server has ended; start it again with --out " + folder.resolve("out")
                + " to go on"), staged);
        String drained = said("--drain");
        assertTrue(drained.endsWith("the server has ended, and all is delivered"), drained);
    }
}
