package io.sluice.local.records;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// One input: a file, or standard input.
///
/// @param id          names it in record ids: the same for the same arguments, wherever the files lie
/// @param displayName names it in messages
/// @param bytes       its size as it lies there, -1 when that is not known
/// @param opener      opens it from its start
/// @param file        where it is, if it is a file of its own
/// @param proof       opens it to be read beforehand, so that of what is compressed nothing goes out that no checksum
///                    proves
public record InputSource(String id, String displayName, long bytes, Opener opener, Optional<Path> file,
        Optional<Opener> proof) {
    /// One that is no file of its own.
    public InputSource(String id, String displayName, long bytes, Opener opener) {
        this(id, displayName, bytes, opener, Optional.empty(), Optional.empty());
    }

    /// Opens an input's bytes.
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;

        /// Opens them from byte `offset` on.
        default InputStream open(long offset) throws IOException {
            InputStream in = open();
            try {
                in.skipNBytes(offset);
                return in;
            } catch (IOException | RuntimeException e) {
                in.close();
                throw e;
            }
        }

        /// Returns what tells these bytes from others of the same name, where that is known before they are read; empty
        /// when it is not.
        default String version() {
            return "";
        }
    }

    /// Bytes that come through something.
    private record Through(Opener opener, UnaryOperator<InputStream> reading) implements Opener {
        @Override
        public InputStream open() throws IOException {
            return reading.apply(opener.open());
        }

        @Override
        public InputStream open(long offset) throws IOException {
            return reading.apply(opener.open(offset));
        }

        @Override
        public String version() {
            return opener.version();
        }
    }

    /// Tests whether someone may still be writing to it (a pipe), so that it can't be read twice.
    public boolean isLive() {
        return bytes < 0;
    }

    /// The same input, watched: `onIdle` runs whenever nothing has come for `patience`.
    public InputSource watched(Duration patience, Runnable onIdle) {
        return through(in -> new LiveInput(in, patience, onIdle));
    }

    /// The same input, read beforehand where it can be read twice: a pipe can't.
    public InputSource proven() {
        return isLive() ? this : new InputSource(id, displayName, bytes, opener, file, Optional.of(opener));
    }

    /// The same input, whose bytes come through `reading`; those that are read beforehand do not.
    public InputSource through(UnaryOperator<InputStream> reading) {
        return new InputSource(id, displayName, bytes, new Through(opener, reading), file, proof);
    }

    public static InputSource of(String id, Path file, long bytes) {
        Opener opener = bytes < 0
                ? () -> Files.newInputStream(file)
                : () -> SteadyFile.open(file, InstantSource.system());
        return new InputSource(id, file.toString(), bytes, opener, Optional.of(file), Optional.empty());
    }
}
