package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;

/// An object as the flusher puts one together: the preamble, then chunks between one byte and several megabytes,
/// compressible and not.
///
/// @param raw   what the chunks hold
/// @param bytes the preamble and the chunks
record JoinedObject(byte[] raw, byte[] bytes) {
    private static final int[] LENGTHS = {1, 100, 100, 32_768, 65_536, 65_537, 131_073, 4_300_001, 200_000, 3};

    static JoinedObject of(Compression compression) throws IOException {
        Random random = new Random(7);
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        object.write(compression.preamble());
        try (ChunkCompressor compressor = ChunkCompressor.of(compression)) {
            for (int length : LENGTHS) {
                byte[] data = length % 2 == 0 ? text(random, length) : noise(random, length);
                raw.write(data);
                compressor.append(data);
                int before = object.size();
                assertEquals(compressor.finishTo(object), object.size() - before);
            }
        }
        return new JoinedObject(raw.toByteArray(), object.toByteArray());
    }

    static byte[] text(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(4));
        }
        return bytes;
    }

    static byte[] noise(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
