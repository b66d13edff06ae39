package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChunkReaderTest {
    @ParameterizedTest
    @EnumSource(Compression.class)
    void whatWasAppendedIsReadAgain(Compression compression) throws IOException {
        for (int length : new int[]{0, 1, 100, 131_072, 131_073, 4_200_000}) {
            byte[] raw = JoinedObject.noise(new Random(length), length);
            assertArrayEquals(raw, read(compression, chunk(compression, raw)), () -> length + " bytes");
        }
    }

    @ParameterizedTest
    @EnumSource(value = Compression.class, mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void aChunkThatIsCutShortIsNotRead(Compression compression) throws IOException {
        byte[] chunk = chunk(compression, JoinedObject.text(new Random(1), 1_000));
        for (int length = 1; length < chunk.length; length++) {
            byte[] cut = Arrays.copyOf(chunk, length);
            assertThrows(IOException.class, () -> read(compression, cut));
        }
    }

    @ParameterizedTest
    @EnumSource(value = Compression.class, names = {"GZIP", "ZSTD", "ZIP"})
    void aDamagedChunkIsNotReadAsAnother(Compression compression) throws IOException {
        byte[] raw = JoinedObject.text(new Random(2), 1_000);
        byte[] chunk = chunk(compression, raw);
        for (int at = 0; at < chunk.length; at++) {
            byte[] damaged = chunk.clone();
            damaged[at] ^= 0x20;
            try {
                assertArrayEquals(raw, read(compression, damaged), "byte " + at);
            } catch (IOException e) {
                assertNotNull(e.getMessage());
            }
        }
    }

    @Test
    void framesAcrossOneReadAreCheckedToTheLastByte() throws IOException {
        byte[] frames = new byte[0];
        for (int i = 0; i < 3; i++) {
            byte[] frame = chunk(Compression.ZSTD, JoinedObject.text(new Random(i), 100));
            int end = frames.length;
            frames = Arrays.copyOf(frames, end + frame.length);
            System.arraycopy(frame, 0, frames, end, frame.length);
        }
        byte[] cut = Arrays.copyOf(frames, frames.length - 1);
        assertEquals(300, read(Compression.ZSTD, frames).length);
        assertThrows(IOException.class, () -> read(Compression.ZSTD, cut));
    }

    private static byte[] read(Compression compression, byte[] chunk) throws IOException {
        return ChunkReader.read(compression, new ByteArrayInputStream(chunk));
    }

    private static byte[] chunk(Compression compression, byte[] raw) throws IOException {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(compression)) {
            compressor.append(raw);
            compressor.finishTo(chunk);
        }
        return chunk.toByteArray();
    }
}
