package io.sluice.local.s3;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import io.sluice.local.server.Folders;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Copies of objects in a temporary folder, which goes when this is closed, or else when the process ends. Not for use
/// by several threads.
final class FetchedObjects implements Closeable {
    private @Nullable Path folder;
    private int count;

    /// The same input, whose bytes are in a file, too.
    ///
    /// @throws InputException when they can't be had, or the disk has no room for them
    InputSource file(InputSource object) {
        try (InputStream in = object.opener().open()) {
            Path file = folder().resolve(String.valueOf(count++));
            file.toFile().deleteOnExit();
            Files.copy(in, file);
            return new InputSource(object.id(), object.displayName(), object.bytes(), object.opener(),
                    Optional.of(file), object.proof());
        } catch (IOException e) {
            throw new InputException(object.displayName() + " can't be fetched: " + e.getMessage()
                    + "; it takes " + object.bytes() + " bytes of disk, below "
                    + System.getProperty("java.io.tmpdir") + ", for which JAVA_OPTS=-Djava.io.tmpdir=DIR names another"
                    + " place", e);
        }
    }

    private Path folder() throws IOException {
        Path made = folder;
        if (made == null) {
            made = Files.createTempDirectory("sluice-inputs");
            made.toFile().deleteOnExit();
            folder = made;
        }
        return made;
    }

    @Override
    public void close() throws IOException {
        Path made = folder;
        folder = null;
        if (made != null) {
            Folders.delete(made);
        }
    }
}
