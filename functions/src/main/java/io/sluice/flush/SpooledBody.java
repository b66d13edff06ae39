package io.sluice.flush;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// An object whose bytes are made anew: through a temporary file, so that its length is known before it is sent and memory
/// does not grow with it.
final class SpooledBody implements BodyMaker.ObjectBody {
    private final Path file;
    private final long length;

    private SpooledBody(Path file, long length) {
        this.file = file;
        this.length = length;
    }

    /// Writes an object's bytes.
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// @throws UncheckedIOException when the temporary folder has no room, or a chunk is damaged
    static SpooledBody of(Content content) {
        try {
            Path file = Files.createTempFile("sluice-object-", ".tmp");
            boolean whole = false;
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                content.writeTo(out);
                whole = true;
            } finally {
                if (!whole) {
                    Files.delete(file);
                }
            }
            return new SpooledBody(file, Files.size(file));
        } catch (IOException e) {
            throw new UncheckedIOException("making an object of staged chunks", e);
        }
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public InputStream open() {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new UncheckedIOException("reading the object back", e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("deleting the object's temporary file", e);
        }
    }
}
