package io.sluice.flush;

import io.sluice.objects.FileBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.zip.InflaterInputStream;

/// An object whose bytes are made anew: through a temporary file, so that its length is known before it is sent and
/// memory does not grow with it.
final class SpooledBody implements BodyMaker.ObjectBody {
    private final FileBody bytes;
    private final OptionalLong inflated;

    /// @param inflated the object's length, where the file has it deflated
    SpooledBody(FileBody bytes, OptionalLong inflated) {
        this.bytes = bytes;
        this.inflated = inflated;
    }

    /// Writes an object's bytes.
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// @throws UncheckedIOException when the temporary folder has no room, or a chunk is damaged
    static SpooledBody of(Content content) {
        return of(content, Spool::open);
    }

    /// The same of error records, deflated as long as they are in the file.
    static SpooledBody ofErrors(Content content) {
        return of(content, Spool::openDeflated);
    }

    private interface Opened {
        Spool open() throws IOException;
    }

    private static SpooledBody of(Content content, Opened opened) {
        try {
            Spool spool = opened.open();
            boolean whole = false;
            try {
                content.writeTo(spool.out());
                SpooledBody body = spool.body();
                whole = true;
                return body;
            } finally {
                if (!whole) {
                    spool.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("making an object of staged chunks", e);
        }
    }

    @Override
    public long length() {
        return inflated.orElse(bytes.length());
    }

    @Override
    public InputStream open() {
        return inflated.isEmpty() ? bytes.open() : new InflaterInputStream(bytes.open());
    }

    @Override
    public void close() {
        delete(bytes.file());
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("deleting the object's temporary file", e);
        }
    }
}
