package io.sluice.benchmarks.parquet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The lines of a file as it has them, one in memory at a time.
final class Lines implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final InputStream in;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private int end;

    private Lines(InputStream in) {
        this.in = in;
    }

    static Lines of(Path file) throws IOException {
        return new Lines(Files.newInputStream(file));
    }

    /// The next line without its end; null when there is none.
    byte @Nullable [] next() throws IOException {
        int at = start;
        while (true) {
            for (; at < end; at++) {
                if (buffer[at] == '\n') {
                    byte[] line = Arrays.copyOfRange(buffer, start, at);
                    start = at + 1;
                    return line;
                }
            }
            at -= start;
            if (!more()) {
                return null;
            }
        }
    }

    /// Moves what is left of the buffer to its beginning and reads on behind it.
    private boolean more() throws IOException {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * end);
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0 && end > 0) {
            throw new IOException("the last line has no end");
        }
        end += Math.max(0, read);
        return read >= 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
