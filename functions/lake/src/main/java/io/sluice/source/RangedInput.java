package io.sluice.source;

import java.io.InputStream;

/// One version of a source object as a stream, fetched in ranges. A small object takes one request. Not safe for
/// concurrent use.
final class RangedInput extends InputStream {
    /// Bytes fetched at once.
    static final int RANGE_BYTES = 16 << 20;

    private final SourceBytes object;
    private byte[] range = new byte[0];
    private int next;
    private long fetched;

    RangedInput(SourceStore store, SourceObject object) {
        this.object = new SourceBytes(store, object);
    }

    @Override
    public int read() {
        return fill() ? range[next++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int from, int length) {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int bytes = Math.min(length, range.length - next);
        System.arraycopy(range, next, target, from, bytes);
        next += bytes;
        return bytes;
    }

    private boolean fill() {
        if (next < range.length) {
            return true;
        }
        int length = (int) Math.min(RANGE_BYTES, object.length() - fetched);
        if (length == 0) {
            return false;
        }
        range = object.read(fetched, length);
        next = 0;
        fetched += length;
        return true;
    }
}
