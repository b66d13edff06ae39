package io.sluice.jq;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Lines as bytes: a line may be ill-formed UTF-8, which is for the program to see.
final class LineReader {
    private final InputStream in;

    LineReader(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /// The next line without its end, or null.
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int c = in.read();
        if (c < 0) {
            return null;
        }
        while (c >= 0 && c != '\n') {
            line.write(c);
            c = in.read();
        }
        return line.toByteArray();
    }
}
