package io.sluice.local.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rehearsal ends when a command does not end as it should. It has a process of its own, as its first command ends
/// the one that it is run in.
final class RehearsalTest {
    @Tag("long")
    @Test
    void allCommandsOfItSucceed(@TempDir Path folder) throws IOException, InterruptedException {
        Ended rehearsal = rehearsed(folder);
        assertEquals(0, rehearsal.status(), rehearsal.printed());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of("faulty.json", "input.ndjson", "out", "out-wire", "proposed.json", "stream.json"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aCommandThatFailsEndsIt(@TempDir Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("out"), "a file, where a run wants a folder");
        Ended rehearsal = rehearsed(folder);
        assertNotEquals(0, rehearsal.status(), rehearsal.printed());
        assertTrue(rehearsal.printed().contains("IllegalStateException: [run, --config, "), rehearsal.printed());
    }

    @Test
    void itIsShortOrOfAll(@TempDir Path folder) {
        assertThrows(IllegalArgumentException.class, () -> Rehearsal.main(new String[]{folder.toString(), "other"}));
    }

    private static Ended rehearsed(Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), Rehearsal.class.getName(), folder.toString(), "all")
                .redirectErrorStream(true).start();
        String printed;
        try (var output = process.getInputStream()) {
            printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        return new Ended(process.waitFor(), printed);
    }

    private record Ended(int status, String printed) {}
}
