package io.sluice.local.server;

import io.sluice.local.JobFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The native code of libraries, which they unpack to the folder for temporary files before it is loaded. Without it
/// DynamoDB Local answers every request with a bare 500, after minutes.
final class NativeCode {
    private NativeCode() {}

    /// Looks whether code can be loaded from `folder`.
    ///
    /// @throws JobFailedException when nothing can be written there, or the file system is one that lets nothing run
    static void requireRoomIn(Path folder) {
        boolean runs;
        try {
            Path probe = Files.createTempFile(folder, "sluice-", ".probe");
            try {
                runs = probe.toFile().setExecutable(true) && Files.isExecutable(probe);
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw new JobFailedException("The folder for temporary files, " + folder + ", can't be written to: " + e
                    + "; " + remedy(), e);
        }
        if (!runs) {
            throw new JobFailedException("The folder for temporary files, " + folder + ", is on a file system that lets"
                    + " no program run (noexec), and SQLite's native code is loaded from there; " + remedy());
        }
    }

    private static String remedy() {
        return "name another folder: TMPDIR for a release, -Djava.io.tmpdir for Java itself";
    }
}
