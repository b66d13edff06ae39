package io.sluice.local.server;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body that has exactly the bytes that were announced: a server finds out by the length of the request that one is
/// cut short, or goes on. Not for use by several threads.
final class ExactBody extends FilterInputStream {
    private final long length;
    private long read;

    /// @param length announced, in bytes
    ExactBody(InputStream in, long length) {
        super(in);
        this.length = length;
    }

    /// @throws EOFException when the body ends before its length, or has more
    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /// @throws EOFException when the body ends before its length, or has more
    @Override
    public int read(byte[] target, int from, int bytes) throws IOException {
        int got = super.read(target, from, bytes);
        read += Math.max(got, 0);
        if (read > length || (got < 0 && read < length)) {
            throw new EOFException("a body of " + length + " bytes gave " + (read > length ? "more" : read));
        }
        return got;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = super.skip(bytes);
        read += skipped;
        return skipped;
    }

    /// Its bytes are counted once.
    @Override
    public boolean markSupported() {
        return false;
    }
}
