package io.sluice.flush;

import io.sluice.objects.FileBody;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/// A temporary file that an object's bytes are collected in. Not safe for concurrent use.
final class Spool implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path file;
    private final OutputStream unbuffered;
    private final OutputStream out;
    private final @Nullable Deflater deflater;

    private Spool(Path file, OutputStream unbuffered, @Nullable Deflater deflater) {
        OutputStream buffered = new BufferedOutputStream(unbuffered, BUFFER_BYTES);
        this.file = file;
        this.unbuffered = unbuffered;
        this.deflater = deflater;
        this.out = deflater == null ? buffered : new DeflaterOutputStream(buffered, deflater, BUFFER_BYTES);
    }

    static Spool open() throws IOException {
        return open(null);
    }

    /// For error records, whose envelopes are longer than most records and alike: they are deflated as long as they are
    /// in the file, since a function has 512 MB for files.
    static Spool openDeflated() throws IOException {
        return open(new Deflater(Deflater.BEST_SPEED));
    }

    private static Spool open(@Nullable Deflater deflater) throws IOException {
        Path file = Files.createTempFile("sluice-object-", ".tmp");
        try {
            return new Spool(file, Files.newOutputStream(file), deflater);
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
        OptionalLong inflated = OptionalLong.empty();
        if (deflater != null) {
            inflated = OptionalLong.of(deflater.getBytesRead());
            deflater.end();
        }
        return new SpooledBody(FileBody.of(file), inflated);
    }

    /// Deletes the file, and with it every body made of it.
    @Override
    public void close() {
        try {
            if (deflater != null) {
                deflater.end();
            }
            unbuffered.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing a temporary file", e);
        } finally {
            SpooledBody.delete(file);
        }
    }
}
