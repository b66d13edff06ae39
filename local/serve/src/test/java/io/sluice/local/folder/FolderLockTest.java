package io.sluice.local.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderLockTest {
    private static String inUse(long pid, Path out) {
        return "Another ./sluice (process " + pid + ") is using the folder " + out
                + "; wait until it is done, or name another folder with --out";
    }

    @Test
    void aFolderIsOneProcesssUntilThatEndsHoweverItEnds(@TempDir Path out) throws Exception {
        Process other = LockingProcess.start(out);
        try {
            assertEquals("taken", LockingProcess.line(other));
            var refused = assertThrows(UsageException.class, () -> FolderLock.take(OutFolder.of(out.toString())));
            assertEquals(inUse(other.pid(), out), refused.getMessage());
        } finally {
            other.destroyForcibly().waitFor();
        }
        FolderLock.take(OutFolder.of(out.toString())).close();
        assertEquals(List.of(), names(out));
    }

    /// A process loses its lock on a file when it closes any of its descriptors of it.
    @Test
    void whoIsRefusedInTheSameProcessTakesNothingFromWhoHasIt(@TempDir Path out) throws Exception {
        FolderLock held = FolderLock.take(OutFolder.of(out.toString()));
        try (held) {
            for (int i = 0; i < 2; i++) {
                var refused = assertThrows(UsageException.class, () -> FolderLock.take(OutFolder.of(out.toString())));
                assertEquals(inUse(ProcessHandle.current().pid(), out), refused.getMessage());
                Process other = LockingProcess.start(out);
                assertEquals(inUse(ProcessHandle.current().pid(), out), LockingProcess.line(other));
                assertEquals(0, other.waitFor());
            }
        }
        held.close();
        assertEquals(List.of(), names(out));
    }

    @Tag("long")
    @Test
    void ofManyThatComeAndGoNoTwoAreInIt(@TempDir Path out) throws Exception {
        List<Process> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(LockingProcess.start(out, "500"));
        }
        for (Process other : others) {
            String errors = new String(other.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(errors.isEmpty(), errors);
            assertEquals(0, other.waitFor());
        }
        assertEquals(List.of(), names(out));
    }

    private static List<String> names(Path out) throws IOException {
        try (Stream<Path> children = Files.list(out)) {
            return children.map(child -> child.getFileName().toString()).toList();
        }
    }
}
