package io.sluice.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AuditTest {
    private static Stored stored(byte[] bytes) {
        return new Stored(bytes.length,
                (offset, length) -> Arrays.copyOfRange(bytes, (int) offset, (int) offset + length));
    }

    private static Stored stored(String text) {
        return stored(text.getBytes(UTF_8));
    }

    private static Optional<String> difference(String object, String... taken) throws IOException {
        Taken records = new Taken();
        List.of(taken).forEach(record -> records.add(record.getBytes(UTF_8)));
        return Audit.of(stored(object)).difference(records);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'' | 0", "' \n\r\n\t' | 0", "'a\nb\n\nc' | 3", "'{}{}\n{}' | 3",
            "'[1] [2]\n' | 2",
            "'{\n \"a\": 1\n}\n{\n}' | ", "'{\"a\":\"\t\"}' | 1", "'{\"a\":\n' | ", "'{\"a\":1} x\n{}' | ",
            "'1 2 3' | 1"})
    void recordsAreCountedWhereTheyCanBeTold(String text, Long records) throws IOException {
        assertEquals(records == null ? OptionalLong.empty() : OptionalLong.of(records),
                Audit.of(stored(text)).records());
    }

    @ParameterizedTest
    @CsvSource({"1", "1000", "4070", "4085", "4087", "4096", "40000"})
    void aLineOfAnyLengthIsCountedAlike(int filler) throws IOException {
        String line = "{\"a\":\"" + "\u00E9\uFFFD}[".repeat(filler / 4) + "x".repeat(filler % 4) + "\"}[2]";
        assertEquals(OptionalLong.of(4), Audit.of(stored(line + "\n" + line)).records());
        assertEquals(OptionalLong.empty(), Audit.of(stored(line + "]\n" + line)).records());
    }

    @Test
    void whatIsLostAlteredDoubledOrMergedIsSeen() throws IOException {
        assertEquals(Optional.empty(), difference("\uFEFF{\"a\":1}\n{\"a\":2}", "{\"a\":1}", "{\"a\":2}"));
        assertEquals(Optional.of("14 bytes of records are in it, and 7 were taken out of it"),
                difference("{\"a\":1}\n{\"a\":2}", "{\"a\":1}"));
        assertEquals(Optional.of("the 14 bytes of records that are in it are not those that were taken out of it"),
                difference("{\"a\":1}\n{\"a\":2}", "{\"a\":2}", "{\"a\":1}"));
        assertEquals(Optional.of("2 records are in it, and 1 were taken out of it"),
                difference("{\"a\":1}\n{\"a\":2}", "{\"a\":1}{\"a\":2}"));
        assertTrue(difference("{\"a\":1}", "{\"a\":1}", "{\"a\":1}").isPresent());
    }

    @Test
    void compressedObjectsAreReadToTheirVeryEnd() throws IOException {
        byte[] gzip = gzip("a\nb\n");
        byte[] zstd = Zstd.compress("a\nb\n".getBytes(UTF_8));
        for (byte[] one : List.of(gzip, zstd)) {
            assertEquals(OptionalLong.of(6), Audit.of(stored(joined(one, one, one))).records());
            for (int length = 5; length < one.length; length++) {
                byte[] cut = Arrays.copyOf(one, length);
                assertThrows(IOException.class, () -> Audit.of(stored(cut)), () -> "of " + cut.length);
            }
            assertThrows(IOException.class, () -> Audit.of(stored(joined(one, new byte[]{1, 2, 3, 4, 5}))));
        }
        byte[] damaged = gzip.clone();
        damaged[damaged.length - 7] ^= 1;
        assertThrows(IOException.class, () -> Audit.of(stored(damaged)));
    }

    @Test
    void aCutLeavesEveryOtherByteInItsPlace() throws IOException {
        String object = "\uFEFFa:1\r\nb:1\n a:2 \nb:2\n";
        assertEquals(Optional.empty(), cut(object, "b:1\nb:2\n"));
        assertEquals(Optional.empty(), cut(object, "b:1\r\n\nb:2"));
        assertEquals(Optional.of("byte 18, which is in no record that was to go, is not left"), cut(object, "b:1\n"));
        assertEquals(Optional.of("more is left than was in it"), cut(object, "b:1\nb:2\na:1\n"));
        assertEquals(Optional.of("of its 4 records 2 were cut out, and 1 are left"), cut(object, "b:1b:2"));
        assertTrue(cut(object, "b:2\nb:1\n").isPresent());
        assertTrue(cut(object, "").isPresent());
        assertEquals(Optional.of("the record at byte 3 is not the one that was read"),
                cut(object.replace('1', '3'), "b:3\nb:2"));
        assertEquals(Optional.of("it ends before the record at byte 12"), cut("\uFEFFa:1\r\nb:1\n", "b:1\n"));
    }

    /// Cuts `a:1` and ` a:2 ` out.
    private static Optional<String> cut(String object, String rest) throws IOException {
        Cut cut = new Cut();
        cut.add(3, "a:1".getBytes(UTF_8));
        cut.add(12, " a:2 ".getBytes(UTF_8));
        return cut.difference(stored(object), stored(rest));
    }

    private static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }
}
