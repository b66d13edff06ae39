package io.sluice.local.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rehearsal ends when a command does not end as it should.
final class RehearsalTest {
    @Test
    void allCommandsOfItSucceed(@TempDir Path folder) throws IOException {
        Rehearsal.main(new String[]{folder.toString(), "all"});
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of("faulty.json", "input.ndjson", "out", "out-wire", "stream.json"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aCommandThatFailsEndsIt(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("out"), "a file, where a run wants a folder");
        assertThrows(IllegalStateException.class, () -> Rehearsal.main(new String[]{folder.toString(), "all"}));
    }

    @Test
    void itIsShortOrOfAll(@TempDir Path folder) {
        assertThrows(IllegalArgumentException.class, () -> Rehearsal.main(new String[]{folder.toString(), "other"}));
    }
}
