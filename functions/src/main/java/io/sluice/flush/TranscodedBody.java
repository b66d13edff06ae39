package io.sluice.flush;

import io.sluice.codec.ObjectTranscoder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// An object in a format whose chunks cannot be joined: made anew, through a temporary file, so that its length is known
/// before it is sent and memory does not grow with it.
final class TranscodedBody implements BodyMaker.ObjectBody {
    private final Path file;
    private final long length;

    private TranscodedBody(Path file, long length) {
        this.file = file;
        this.length = length;
    }

    /// @throws UncheckedIOException when the temporary folder has no room, or a chunk is damaged
    static TranscodedBody zip(InputStream chunks, UUID entry) {
        try {
            Path file = Files.createTempFile("sluice-object-", ".zip");
            try (InputStream in = chunks; OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                ObjectTranscoder.zip(in, entry, out);
            } catch (IOException e) {
                Files.delete(file);
                throw e;
            }
            return new TranscodedBody(file, Files.size(file));
        } catch (IOException e) {
            throw new UncheckedIOException("making a ZIP object of staged chunks", e);
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
            throw new UncheckedIOException("reading the ZIP object back", e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("deleting the ZIP object's temporary file", e);
        }
    }
}
