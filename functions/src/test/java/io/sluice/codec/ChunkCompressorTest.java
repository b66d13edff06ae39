package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChunkCompressorTest {
    @Test
    void gzipChunksReadAsOneFile() throws IOException {
        Joined joined = join(Compression.GZIP);
        assertArrayEquals(joined.raw(), new GZIPInputStream(new ByteArrayInputStream(joined.object())).readAllBytes());
    }

    @Test
    void zstdChunksReadAsOneFile() throws IOException {
        Joined joined = join(Compression.ZSTD);
        try (InputStream content = new ZstdInputStream(new ByteArrayInputStream(joined.object()))) {
            assertArrayEquals(joined.raw(), content.readAllBytes());
        }
    }

    @Test
    void uncompressedChunksAreTheirBytes() throws IOException {
        Joined joined = join(Compression.UNCOMPRESSED);
        assertArrayEquals(joined.raw(), joined.object());
    }

    @Test
    void aGzipHeaderHoldsNoTimeAndNoSystem() throws IOException {
        byte[] chunk = chunk(Compression.GZIP, "a".getBytes(StandardCharsets.UTF_8));
        assertArrayEquals(new byte[]{0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff}, Arrays.copyOf(chunk, 10));
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void theSameBytesGiveTheSameChunkHoweverTheyAreCut(Compression compression) throws IOException {
        byte[] raw = text(new Random(11), 300_000);
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

    private record Joined(byte[] raw, byte[] object) {}

    /// An object of chunks between one byte and several megabytes, compressible and not.
    private static Joined join(Compression compression) throws IOException {
        Random random = new Random(7);
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        object.write(compression.preamble());
        try (ChunkCompressor compressor = ChunkCompressor.of(compression)) {
            for (int length : new int[]{1, 100, 100, 32_768, 65_536, 65_537, 131_073, 9_000_000, 3}) {
                byte[] data = length % 2 == 0 ? text(random, length) : noise(random, length);
                raw.write(data);
                compressor.append(data);
                int before = object.size();
                int written = compressor.finishTo(object);
                assertEquals(object.size() - before, written);
                assertTrue(written > 0);
            }
        }
        return new Joined(raw.toByteArray(), object.toByteArray());
    }

    private static byte[] chunk(Compression compression, byte[] raw) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(compression)) {
            compressor.append(raw);
            compressor.finishTo(out);
        }
        return out.toByteArray();
    }

    private static byte[] text(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(4));
        }
        return bytes;
    }

    private static byte[] noise(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
