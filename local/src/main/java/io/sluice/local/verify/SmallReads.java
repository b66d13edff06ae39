package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;

/// Reads a decompressor in steps of 4,096 bytes: of a step that fails nothing comes, here as in the run. Not safe for
/// concurrent use.
final class SmallReads extends InputStream {
    private static final int STEP_BYTES = 4096;

    private final Opener opener;
    private final InputStream compressed;
    private final byte[] step = new byte[STEP_BYTES];
    private InputStream in = InputStream.nullInputStream();
    private boolean open;
    private int at;
    private int limit;

    /// Opens a decompressor.
    @FunctionalInterface
    interface Opener {
        InputStream open(InputStream compressed) throws IOException;
    }

    SmallReads(InputStream compressed, Opener opener) {
        this.compressed = compressed;
        this.opener = opener;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        while (at == limit) {
            at = 0;
            limit = 0;
            int read = step();
            if (read < 0) {
                return -1;
            }
            limit = read;
        }
        int bytes = Math.min(length, limit - at);
        System.arraycopy(step, at, to, from, bytes);
        at += bytes;
        return bytes;
    }

    private int step() throws IOException {
        try {
            if (!open) {
                in = opener.open(compressed);
                open = true;
            }
            return in.read(step, 0, STEP_BYTES);
        } catch (RuntimeException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() throws IOException {
        compressed.close();
    }
}
