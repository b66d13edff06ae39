package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChunkCompressorTest {
    @ParameterizedTest
    @EnumSource(ChunkCoding.class)
    void theSameBytesGiveTheSameChunkHoweverTheyAreCut(ChunkCoding coding) throws IOException {
        byte[] raw = Texts.text(new Random(11), 300_000);
        byte[] whole = chunk(coding, raw);
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        Random random = new Random(12);
        try (ChunkCompressor compressor = ChunkCompressor.of(coding)) {
            compressor.append(raw);
            compressor.finishTo(new ByteArrayOutputStream());
            for (int at = 0; at < raw.length;) {
                int length = Math.min(raw.length - at, random.nextInt(70_000));
                compressor.append(raw, at, length);
                at += length;
            }
            assertEquals(whole.length, compressor.finishTo(pieces));
        }
        assertArrayEquals(whole, pieces.toByteArray());
    }

    @ParameterizedTest
    @EnumSource(ChunkCoding.class)
    void aChunkWithoutBytesIsNothing(ChunkCoding coding) throws IOException {
        assertEquals(0, chunk(coding, new byte[0]).length);
    }

    @Test
    void aFailedWriteLosesOnlyItsChunk() throws IOException {
        byte[] first = Texts.text(new Random(1), 10_000);
        byte[] second = Texts.text(new Random(2), 10_000);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(ChunkCoding.DEFLATE)) {
            compressor.append(first);
            assertThrows(IOException.class, () -> compressor.finishTo(new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    throw new IOException("full");
                }
            }));
            compressor.append(second);
            compressor.finishTo(out);
        }
        assertArrayEquals(chunk(ChunkCoding.DEFLATE, second), out.toByteArray());
    }

    @Test
    void levelsOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> ChunkCompressor.deflate(10));
        assertThrows(IllegalArgumentException.class, () -> ChunkCompressor.zstd(0));
    }

    private static byte[] chunk(ChunkCoding coding, byte[] raw) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(coding)) {
            compressor.append(raw);
            compressor.finishTo(out);
        }
        return out.toByteArray();
    }
}
