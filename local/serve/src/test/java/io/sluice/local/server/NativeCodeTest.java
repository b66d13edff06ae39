package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.JobFailedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where native code can't be loaded from is said before a server is started that needs it. That of a file system which
/// lets nothing run is shown by `build/release/check`: it takes a mount.
final class NativeCodeTest {
    @Test
    void aFolderThatCanBeWrittenToWillDoAndStaysEmpty(@TempDir Path folder) {
        NativeCode.requireRoomIn(folder);
        assertArrayEquals(new String[0], folder.toFile().list());
    }

    @Test
    void aFolderThatIsNotThereIsNamedWithTheRemedy(@TempDir Path folder) {
        Path missing = folder.resolve("missing");
        var failure = assertThrows(JobFailedException.class, () -> NativeCode.requireRoomIn(missing));
        assertTrue(failure.getMessage().startsWith(
                "The folder for temporary files, " + missing + ", can't be written to"), failure.getMessage());
        assertTrue(failure.getMessage().contains("TMPDIR"), failure.getMessage());
    }
}
