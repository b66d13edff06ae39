package io.sluice.local.verify;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.HexFormat;
import java.util.Optional;

/// Decompresses an input by what it begins with, up to where it holds: a first reading finds that place, since what a
/// checksum is of comes before it.
final class Decompressed extends FilterInputStream {
    private static final int HEAD_BYTES = 10;
    private static final String BZIP2 = "425a683[1-9](314159265359|177245385090)";
    private static final String ZSTD = "28b52ffd.*|5[0-9a-f]2a4d18.*";

    private final String cause;
    private long left;

    private Decompressed(InputStream in, long whole, String cause) {
        super(in);
        this.left = whole;
        this.cause = cause;
    }

    /// Reading fails where `input` holds no longer.
    static InputStream of(InputFile.Opener input) throws IOException {
        Optional<Sealed> sealed = sealed(new PushbackInputStream(input.open(), HEAD_BYTES));
        if (sealed.isEmpty()) {
            return input.open();
        }
        try (Sealed first = sealed.get()) {
            Optional<String> damage = damage(first);
            Sealed second = sealed(new PushbackInputStream(input.open(), HEAD_BYTES)).orElseThrow();
            return damage.isEmpty() ? second : new Decompressed(second, first.whole(), damage.get());
        }
    }

    private static Optional<String> damage(InputStream in) {
        byte[] buffer = new byte[64 * 1024];
        try {
            int read;
            do {
                read = in.read(buffer);
            } while (read >= 0);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Empty where it is not compressed; then `start` is closed.
    private static Optional<Sealed> sealed(PushbackInputStream start) throws IOException {
        byte[] head = start.readNBytes(HEAD_BYTES);
        start.unread(head);
        String hex = HexFormat.of().formatHex(head);
        if (hex.startsWith("1f8b")) {
            return Optional.of(new GzipMemberCount(start));
        }
        if (hex.matches(ZSTD)) {
            return Optional.of(new ZstdFrames(start));
        }
        if (hex.startsWith("fd377a585a00")) {
            return Optional.of(new XzStreams(start));
        }
        if (hex.matches(BZIP2)) {
            return Optional.of(new Bzip2Blocks(start));
        }
        start.close();
        return Optional.empty();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = left == 0 ? -1 : super.read(to, offset, (int) Math.min(left, length));
        if (read < 0) {
            throw new IOException(cause);
        }
        left -= read;
        return read;
    }
}
