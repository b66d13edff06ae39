package io.sluice.testkit.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// Content as one gzip member, by the platform's own writer.
public final class Gzip {
    private Gzip() {}

    /// The member that holds a text in UTF-8.
    public static byte[] of(String text) {
        return of(text.getBytes(UTF_8));
    }

    public static byte[] of(byte[] content) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
