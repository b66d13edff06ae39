package io.sluice.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class ByteInputsTest {
    private static final String LINES = "{\"n\":1}\n".repeat(60_000);

    @Test
    void plainBytesComeAsTheyAre() throws IOException {
        assertEquals(LINES, read(LINES.getBytes(UTF_8)));
        assertEquals("", read(new byte[0]));
    }

    @Test
    void gzipMembersAndZstdFramesAreReadWhole() throws IOException {
        assertEquals(LINES + LINES, read(twice(gzip(LINES))));
        assertEquals(LINES + LINES, read(twice(Zstd.compress(LINES.getBytes(UTF_8)))));
    }

    /// Cut anywhere, or damaged: what comes out is a beginning of the lines, and the rest of the compressed bytes is
    /// named.
    @Test
    void gzipAndZstdThatAreCutShortOrDamagedEndAlike() throws IOException {
        for (byte[] whole : List.of(twice(gzip(LINES)), twice(Zstd.compress(LINES.getBytes(UTF_8))))) {
            for (int length = 5; length < whole.length - 1; length++) {
                if (length != whole.length / 2) {
                    assertBreaksOff(Arrays.copyOf(whole, length));
                }
            }
            byte[] damaged = whole.clone();
            damaged[whole.length / 2 + 1] ^= 0x55;
            assertBreaksOff(damaged);
            assertBreaksOff(Arrays.copyOf(whole, whole.length + 20));
        }
    }

    private static void assertBreaksOff(byte[] bytes) throws IOException {
        try (ByteInput in = ByteInputs.open("name", new ByteArrayInputStream(bytes), bytes.length)) {
            String content = read(in);
            assertTrue((LINES + LINES).startsWith(content), () -> "of " + bytes.length);
            assertTrue(in.broken(), () -> "of " + bytes.length);
            long open = content.lastIndexOf('\n') + 1L;
            ByteInput.Undecodable rest = in.undecodable(open).orElseThrow();
            assertArrayEquals(Arrays.copyOfRange(bytes, (int) rest.offset(), bytes.length), rest.data());
        }
        assertThrows(EOFException.class,
                () -> ByteInputs.stream("name", new ByteArrayInputStream(bytes)).readAllBytes());
    }

    @Test
    void formatsAreKnownByTheirMarks() {
        assertEquals(Format.PARQUET, Format.of("PAR1....".getBytes(UTF_8)));
        assertEquals(Format.ORC, Format.of("ORC".getBytes(UTF_8)));
        assertEquals(Format.TEXT, Format.of("{\"a\":1}".getBytes(UTF_8)));
        assertEquals(Format.TEXT, Format.of(new byte[0]));
    }

    @Test
    void recordsOfAllFramesAreCutWithTheirOffsets() throws IOException {
        byte[] frames = twice(Zstd.compress("{\"a\":1}{\"a\":2}\n".getBytes(UTF_8)));
        List<Long> offsets = new ArrayList<>();
        try (var records = new RecordSplitter("id", "name", open(frames), 1_000)) {
            for (InputRecord record = records.next(); record != null; record = records.next()) {
                offsets.add(record.offset());
            }
        }
        assertEquals(List.of(0L, 7L, 15L, 22L), offsets);
    }

    private static String read(byte[] bytes) throws IOException {
        try (ByteInput in = open(bytes)) {
            String content = read(in);
            assertEquals(bytes.length, in.consumed());
            return content;
        }
    }

    private static String read(ByteInput in) throws IOException {
        var content = new ByteArrayOutputStream();
        byte[] buffer = new byte[1_000];
        for (int read = in.read(buffer, 0, buffer.length); read >= 0; read = in.read(buffer, 0, buffer.length)) {
            content.write(buffer, 0, read);
        }
        return content.toString(UTF_8);
    }

    private static ByteInput open(byte[] bytes) throws IOException {
        return ByteInputs.open("name", new ByteArrayInputStream(bytes), 1_000);
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] twice(byte[] bytes) {
        byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length);
        System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
        return twice;
    }
}
