package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FullDiskTest {
    @ParameterizedTest
    @ValueSource(strings = {"/out/a: No space left on device", "Disk quota exceeded",
            "There is not enough space on the disk", "[SQLITE_FULL] database or disk is full"})
    void itIsToldByAnyCauseOfAFailure(String message, @TempDir Path folder) {
        Throwable failure = new IllegalStateException("A flush run failed",
                new IOException("500", new IOException(message)));
        String sentence = FullDisk.behind(failure, folder).orElseThrow();
        assertTrue(sentence.startsWith("The disk of " + folder + " is full (") && sentence.endsWith("make room on it"),
                sentence);
    }

    @Test
    void anotherFailureOnADiskWithRoomIsAnother(@TempDir Path folder) {
        assertEquals(Optional.empty(), FullDisk.behind(new IOException("Permission denied"), folder));
        assertFalse(FullDisk.saidBy(null));
    }

    /// What the operating system itself says: each write to this device fails as on a full disk.
    @Test
    @EnabledOnOs(value = OS.LINUX,
            disabledReason = "/dev/full is Linux's; the sentences of other systems are tested above")
    void aFullDeviceIsOne() {
        IOException failure = assertThrows(IOException.class, () -> Files.write(Path.of("/dev/full"), new byte[1]));
        assertTrue(FullDisk.saidBy(failure), failure.toString());
    }
}
