package io.sluice.codec;

import java.util.Random;

/// Bytes to compress.
final class Texts {
    private Texts() {}

    /// Compressible bytes.
    static byte[] text(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(4));
        }
        return bytes;
    }

    /// Bytes that no format makes shorter.
    static byte[] noise(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
