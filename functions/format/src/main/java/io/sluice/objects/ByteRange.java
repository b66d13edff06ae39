package io.sluice.objects;

/// `length` bytes of an object from `offset`; at least one byte.
public record ByteRange(long offset, int length) {
    public ByteRange {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("byte range " + offset + "+" + length);
        }
    }

    public long end() {
        return offset + length;
    }
}
