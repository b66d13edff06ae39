package io.sluice.flush;

import io.sluice.objects.FileBody;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A temporary file that an object's bytes are collected in. Not safe for concurrent use.
final class Spool implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path file;
    private final OutputStream unbuffered;
    private final OutputStream out;

    private Spool(Path file, OutputStream unbuffered) {
        this.file = file;
        this.unbuffered = unbuffered;
        this.out = new BufferedOutputStream(unbuffered, BUFFER_BYTES);
    }

    static Spool open() throws IOException {
        Path file = Files.createTempFile("sluice-object-", ".tmp");
        try {
            return new Spool(file, Files.newOutputStream(file));
        } catch (IOException e) {
            Files.delete(file);
            throw e;
        }
    }

    OutputStream out() {
        return out;
    }

    /// Returns the collected bytes as a body; there must be no collecting after it.
    SpooledBody body() throws IOException {
        out.close();
        return new SpooledBody(FileBody.of(file));
    }

    /// Deletes the file, and with it every body made of it.
    @Override
    public void close() {
        try {
            unbuffered.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing a temporary file", e);
        } finally {
            SpooledBody.delete(file);
        }
    }
}
