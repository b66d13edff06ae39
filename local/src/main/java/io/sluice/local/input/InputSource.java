package io.sluice.local.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// One input: a file, or standard input.
///
/// @param id          names it in record ids: the same for the same arguments, wherever the files lie
/// @param displayName names it in messages
/// @param bytes       its size as it lies there, -1 when that is not known
/// @param opener      opens it from its start
/// @param file        where it is, if it is a file of its own
public record InputSource(String id, String displayName, long bytes, Opener opener, Optional<Path> file) {
    /// One that is no file of its own.
    public InputSource(String id, String displayName, long bytes, Opener opener) {
        this(id, displayName, bytes, opener, Optional.empty());
    }

    /// Opens an input's bytes.
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;
    }

    /// Whether someone may still be writing to it (a pipe), so that it can't be read twice.
    public boolean isLive() {
        return bytes < 0;
    }

    /// The same input, watched: `onIdle` runs whenever nothing has come for `patience`.
    public InputSource watched(Duration patience, Runnable onIdle) {
        return new InputSource(id, displayName, bytes, () -> new LiveInput(opener.open(), patience, onIdle));
    }

    static InputSource of(String id, Path file, long bytes) {
        return new InputSource(id, file.toString(), bytes, () -> Files.newInputStream(file),
                Optional.of(file));
    }
}
