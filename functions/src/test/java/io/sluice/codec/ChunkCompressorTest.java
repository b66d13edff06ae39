package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChunkCompressorTest {
    @Test
    void uncompressedChunksAreTheirBytes() throws IOException {
        JoinedObject joined = JoinedObject.of(Compression.UNCOMPRESSED);
        assertArrayEquals(joined.raw(), joined.bytes());
    }

    @Test
    void aGzipHeaderHoldsNoTimeAndNoSystem() throws IOException {
        byte[] chunk = chunk(Compression.GZIP, "a".getBytes(StandardCharsets.UTF_8));
        assertArrayEquals(new byte[]{0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff}, Arrays.copyOf(chunk, 10));
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void theSameBytesGiveTheSameChunkHoweverTheyAreCut(Compression compression) throws IOException {
        byte[] raw = JoinedObject.text(new Random(11), 300_000);
        byte[] whole = chunk(compression, raw);
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        Random random = new Random(12);
        try (ChunkCompressor compressor = ChunkCompressor.of(compression)) {
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
    @EnumSource(Compression.class)
    void aChunkWithoutBytesIsNothing(Compression compression) throws IOException {
        assertEquals(0, chunk(compression, new byte[0]).length);
    }

    @Test
    void aFailedWriteLosesOnlyItsChunk() throws IOException {
        byte[] first = JoinedObject.text(new Random(1), 10_000);
        byte[] second = JoinedObject.text(new Random(2), 10_000);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(Compression.GZIP)) {
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
        assertArrayEquals(chunk(Compression.GZIP, second), out.toByteArray());
    }

    @Test
    void levelsOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> ChunkCompressor.gzip(10));
        assertThrows(IllegalArgumentException.class, () -> ChunkCompressor.zstd(0));
    }

    private static byte[] chunk(Compression compression, byte[] raw) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(compression)) {
            compressor.append(raw);
            compressor.finishTo(out);
        }
        return out.toByteArray();
    }
}
