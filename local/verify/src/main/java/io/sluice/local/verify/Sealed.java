package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;

/// Decompressed bytes, of which a part holds when it has come to its end: what comes before that may be altered. Not
/// safe for concurrent use.
abstract class Sealed extends InputStream {
    private long given;
    private long whole;

    /// The number of bytes, of those that were read, that are in parts that hold.
    final long whole() {
        return whole;
    }

    /// Notes that everything that was given holds.
    final void seal() {
        whole = given;
    }

    /// As [#read(byte[], int, int)], to which it adds the count.
    abstract int decompress(byte[] to, int offset, int length) throws IOException;

    @Override
    public final int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = decompress(to, offset, length);
        given += Math.max(0, read);
        return read;
    }

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }
}
