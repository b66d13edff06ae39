package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Chunks as they lie in segments, whole and damaged.
final class StagedChunkTest {
    @ParameterizedTest
    @EnumSource(value = ChunkCoding.class, mode = EnumSource.Mode.EXCLUDE, names = "GZIP_MEMBER")
    void whatWasAppendedIsReadAgain(ChunkCoding coding) throws IOException {
        for (int length : new int[]{0, 1, 100, 65_536, 131_072, 131_073, 4_200_000}) {
            byte[] raw = length % 2 == 0
                    ? Texts.noise(new Random(length), length)
                    : Texts.text(new Random(length), length);
            assertArrayEquals(raw, checked(coding, frame(coding, raw)).orElseThrow().raw(), () -> length + " bytes");
        }
    }

    @ParameterizedTest
    @EnumSource(value = ChunkCoding.class, mode = EnumSource.Mode.EXCLUDE, names = "GZIP_MEMBER")
    void everyFlippedBitIsNoticed(ChunkCoding coding) throws IOException {
        byte[] frame = frame(coding, Texts.text(new Random(2), 700));
        for (int bit = 0; bit < 8 * frame.length; bit++) {
            byte[] damaged = frame.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertTrue(checked(coding, damaged).isEmpty(), "bit " + bit);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ChunkCoding.class, mode = EnumSource.Mode.EXCLUDE, names = "GZIP_MEMBER")
    void whatIsCutShortOrZeroedIsNoticed(ChunkCoding coding) throws IOException {
        byte[] frame = frame(coding, Texts.text(new Random(1), 1_000));
        for (int length = 1; length < frame.length; length++) {
            assertTrue(checked(coding, Arrays.copyOf(frame, length)).isEmpty(), length + " bytes");
            assertTrue(checked(coding, new byte[length]).isEmpty(), length + " zeroes");
        }
    }

    /// What versions before trailers staged.
    @Test
    void bareChunksAreReadAndTheirOwnChecksumsHeld() throws IOException {
        byte[] raw = Texts.text(new Random(3), 5_000);
        byte[] zstd = Zstd.compress(raw);
        for (ChunkCoding coding : new ChunkCoding[]{ChunkCoding.GZIP_MEMBER, ChunkCoding.ZSTD, ChunkCoding.PLAIN}) {
            byte[] bytes = switch (coding) {
                case GZIP_MEMBER -> gzip(raw);
                case ZSTD -> zstd;
                default -> raw;
            };
            assertArrayEquals(raw, bare(coding, bytes).raw(), coding.name());
        }
        byte[] member = gzip(raw);
        member[member.length / 2] ^= 1;
        assertThrows(IOException.class, () -> bare(ChunkCoding.GZIP_MEMBER, member).raw());
        assertThrows(IOException.class, () -> bare(ChunkCoding.ZSTD, Arrays.copyOf(zstd, zstd.length - 1)).raw());
    }

    @Test
    void whatAChunkIsFollowsFromItsSegmentItsFormAndItsObjects() {
        assertEquals(ChunkCoding.GZIP_MEMBER, ChunkCoding.of(ChunkFraming.BARE, ChunkForm.READY, Compression.GZIP));
        assertEquals(ChunkCoding.ZSTD, ChunkCoding.of(ChunkFraming.BARE, ChunkForm.READY, Compression.ZIP));
        assertEquals(ChunkCoding.DEFLATE, ChunkCoding.of(ChunkFraming.CHECKED, ChunkForm.READY, Compression.ZIP));
        for (Compression compression : Compression.values()) {
            assertEquals(ChunkCoding.PLAIN, ChunkCoding.of(ChunkFraming.CHECKED, ChunkForm.PLAIN, compression));
        }
        assertThrows(IllegalArgumentException.class, () -> ChunkCompressor.of(ChunkCoding.GZIP_MEMBER));
    }

    private static StagedChunk bare(ChunkCoding coding, byte[] bytes) {
        return StagedChunk.check(ChunkFraming.BARE, coding, bytes, 0, bytes.length).orElseThrow();
    }

    /// Read from the midst of other bytes, as out of a segment.
    private static Optional<StagedChunk> checked(ChunkCoding coding, byte[] frame) {
        byte[] segment = new byte[frame.length + 20];
        System.arraycopy(frame, 0, segment, 7, frame.length);
        return StagedChunk.check(ChunkFraming.CHECKED, coding, segment, 7, frame.length);
    }

    private static byte[] frame(ChunkCoding coding, byte[] raw) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(coding)) {
            compressor.append(raw);
            compressor.finishTo(frame);
        }
        return frame.toByteArray();
    }

    private static byte[] gzip(byte[] raw) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(member)) {
            out.write(raw);
        }
        return member.toByteArray();
    }
}
