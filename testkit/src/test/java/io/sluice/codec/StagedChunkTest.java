package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Chunks as they lie in segments, whole and damaged.
final class StagedChunkTest {
    @ParameterizedTest
    @EnumSource(ChunkCoding.class)
    void whatWasAppendedIsReadAgain(ChunkCoding coding) throws IOException {
        for (int length : new int[]{0, 1, 100, 65_536, 131_072, 131_073, 4_200_000}) {
            byte[] raw = length % 2 == 0
                    ? Texts.noise(new Random(length), length)
                    : Texts.text(new Random(length), length);
            assertArrayEquals(raw, checked(coding, frame(coding, raw)).orElseThrow().raw(), () -> length + " bytes");
        }
    }

    @ParameterizedTest
    @EnumSource(ChunkCoding.class)
    void everyFlippedBitIsNoticed(ChunkCoding coding) throws IOException {
        byte[] frame = frame(coding, Texts.text(new Random(2), 700));
        for (int bit = 0; bit < 8 * frame.length; bit++) {
            byte[] damaged = frame.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertTrue(checked(coding, damaged).isEmpty(), "bit " + bit);
        }
    }

    @ParameterizedTest
    @EnumSource(ChunkCoding.class)
    void whatIsCutShortOrZeroedIsNoticed(ChunkCoding coding) throws IOException {
        byte[] frame = frame(coding, Texts.text(new Random(1), 1_000));
        for (int length = 1; length < frame.length; length++) {
            assertTrue(checked(coding, Arrays.copyOf(frame, length)).isEmpty(), length + " bytes");
            assertTrue(checked(coding, new byte[length]).isEmpty(), length + " zeroes");
        }
    }

    @Test
    void whatAChunkIsFollowsFromItsFormAndItsObjects() {
        assertEquals(ChunkCoding.DEFLATE, ChunkCoding.of(ChunkForm.READY, Compression.GZIP));
        assertEquals(ChunkCoding.DEFLATE, ChunkCoding.of(ChunkForm.READY, Compression.ZIP));
        for (Compression compression : Compression.values()) {
            assertEquals(ChunkCoding.PLAIN, ChunkCoding.of(ChunkForm.PLAIN, compression));
        }
    }

    /// Read from the midst of other bytes, as out of a segment.
    private static Optional<StagedChunk> checked(ChunkCoding coding, byte[] frame) {
        byte[] segment = new byte[frame.length + 20];
        System.arraycopy(frame, 0, segment, 7, frame.length);
        return StagedChunk.check(coding, segment, 7, frame.length);
    }

    private static byte[] frame(ChunkCoding coding, byte[] raw) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(coding)) {
            compressor.append(raw);
            compressor.finishTo(frame);
        }
        return frame.toByteArray();
    }
}
