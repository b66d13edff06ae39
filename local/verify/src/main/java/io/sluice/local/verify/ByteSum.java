package io.sluice.local.verify;

import java.util.Random;

/// The number of times that each byte value comes, in 64 bits: all that can be compared of records that run into one
/// another. Not safe for concurrent use.
final class ByteSum {
    private static final long[] WEIGHTS = new Random(1).longs(256).toArray();

    private long sum;

    void add(byte[] data, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            sum += WEIGHTS[data[i] & 0xFF];
        }
    }

    void add(ByteSum other) {
        sum += other.sum;
    }

    boolean isSameAs(ByteSum other) {
        return sum == other.sum;
    }
}
