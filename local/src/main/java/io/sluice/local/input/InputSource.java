package io.sluice.local.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// One input: a file, or standard input.
///
/// @param id          names it in record ids: the same for the same arguments, wherever the files lie
/// @param displayName names it in messages
/// @param bytes       its size as it lies there, -1 when that is not known
/// @param opener      opens it from its start
public record InputSource(String id, String displayName, long bytes, Opener opener) {
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
        return new InputSource(id, file.toString(), bytes, () -> Files.newInputStream(file));
    }
}
