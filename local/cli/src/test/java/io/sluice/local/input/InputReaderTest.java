package io.sluice.local.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.local.records.InputSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class InputReaderTest {
    private static final int GZIP_HEADER_BYTES = 10;

    private static final String UNPROVEN = "; the last 16 decompressed bytes before were delivered and may be altered:"
            + " their checksum comes after them, and a pipe can't be read twice; feed it from a file, and nothing goes"
            + " out that is not proven";

    private final List<String> warnings = new ArrayList<>();

    private List<InputRecord> read(InputStream in) {
        InputSource source = new InputSource("0:test", "test", -1, () -> in);
        List<InputRecord> records = new ArrayList<>();
        try (var reader = new InputReader(List.of(source), warnings::add)) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                records.add(record);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return records;
    }

    private List<String> texts(InputStream in) {
        return read(in).stream().map(r -> new String(r.data(), UTF_8)).toList();
    }

    private static byte[] gzip(String... members) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (String member : members) {
            try (var out = new GZIPOutputStream(bytes)) {
                out.write(member.getBytes(UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    /// Gives its bytes out in pieces of one size, so that every record meets a buffer's end somewhere.
    private static InputStream inPieces(byte[] bytes, int pieceBytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int from, int length) {
                return super.read(target, from, Math.min(length, pieceBytes));
            }
        };
    }

    static Stream<List<String>> cases() throws IOException {
        try (InputStream in = InputReaderTest.class.getResourceAsStream("records.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8).lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split(" \\| ", -1)).map(InputReaderTest::unescaped).toList());
        }
    }

    private static String unescaped(String text) {
        return text.replace("\\\\", "\0").replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t")
                .replace("\\p", "|").replace("\\e", "").replace("\\b", "\uFEFF").replace("\\s", " ")
                .replace("\0", "\\");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void cutsTheInputIntoItsRecords(List<String> columns) throws IOException {
        byte[] input = columns.get(1).getBytes(UTF_8);
        List<String> expected = columns.subList(2, columns.size());
        assertEquals(expected, texts(new ByteArrayInputStream(input)), columns.get(0));
        assertEquals(expected, texts(inPieces(input, 1)), columns.get(0) + ", byte by byte");
        assertEquals(expected, texts(new ByteArrayInputStream(gzip(columns.get(1)))), columns.get(0) + ", gzip");
        assertEquals(List.of(), warnings);
    }

    @Test
    void everyRecordKnowsItsOffset() {
        List<InputRecord> records = read(new ByteArrayInputStream("{\"a\":1}{\"b\":2}\n\nx\n".getBytes(UTF_8)));
        assertEquals(List.of(0L, 7L, 16L), records.stream().map(InputRecord::offset).toList());
    }

    @Test
    void gzipMembersOneAfterAnotherAreOneInput() throws IOException {
        assertEquals(List.of("{\"a\":1}", "{\"b\":2}", "{\"c\":3}"),
                texts(new ByteArrayInputStream(gzip("{\"a\":1}\n{\"b\"", ":2}\n", "", "{\"c\":3}"))));
        assertEquals(List.of(), warnings);
    }

    @Test
    void recordsLongerThanTheBufferAreWhole() {
        String longer = "{\"a\":\"" + "x".repeat(700_000) + "\"}";
        assertEquals(List.of("1", longer, longer, "2"),
                texts(inPieces(("1\n" + longer + longer + "\n2").getBytes(UTF_8), 100_000)));
    }

    @Test
    void aRecordBeyondAllBoundsNamesTheInputAndItsOffset() {
        byte[] input = new byte[InputReader.RECORD_BYTES_MAX + 3];
        Arrays.fill(input, (byte) 'x');
        input[1] = '\n';
        InputException failure = assertThrows(InputException.class, () -> read(new ByteArrayInputStream(input)));
        assertTrue(failure.getMessage().startsWith("test: the record at byte 2 is longer than"), failure.getMessage());
    }

    /// Lines that hardly compress, so that the compressed bytes spread over the whole file.
    private static String lines(int count) {
        var random = new Random(7);
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("{\"n\":").append(i).append(",\"r\":\"").append(random.nextLong()).append("\"}\n");
        }
        return text.toString();
    }

    @Test
    void truncatedGzipGivesTheRecordsBeforeTheBreakAndItsRestAsOneRecord() throws IOException {
        String text = lines(20_000);
        List<String> all = text.lines().toList();
        byte[] whole = gzip(text);
        for (int length : List.of(5, 10, 11, 1_000, whole.length / 2, whole.length - 9, whole.length - 1)) {
            warnings.clear();
            byte[] broken = Arrays.copyOf(whole, length);
            List<InputRecord> records = read(new ByteArrayInputStream(broken));
            assertBrokenOff(all, records, broken);
        }
    }

    @Test
    void damagedGzipGivesTheRecordsBeforeTheBreakAndItsRestAsOneRecord() throws IOException {
        String text = lines(10_000);
        byte[] first = gzip(text);
        byte[] broken = gzip(text, text);
        int invalidBlock = first.length + GZIP_HEADER_BYTES;
        broken[invalidBlock] = 7;
        List<InputRecord> records = read(new ByteArrayInputStream(broken));
        assertBrokenOff(text.lines().toList(), records, broken);
        assertEquals(10_001, records.size());
    }

    @Test
    void bytesBehindAGzipMemberThatAreNoneAreOneRecord() throws IOException {
        byte[] member = gzip("{\"a\":1}\n");
        byte[] broken = Arrays.copyOf(member, member.length + 20);
        List<InputRecord> records = read(new ByteArrayInputStream(broken));
        assertBrokenOff(List.of("{\"a\":1}"), records, broken);
        assertEquals(20, records.get(1).data().length);
    }

    @Test
    void aMemberWithAWrongChecksumIsReportedWithItsTrailer() throws IOException {
        byte[] broken = gzip("{\"a\":1}\n{\"a\":2}\n");
        broken[broken.length - 8] ^= 1;
        List<InputRecord> records = read(new ByteArrayInputStream(broken));
        assertEquals(3, records.size());
        assertArrayEquals(Arrays.copyOfRange(broken, broken.length - 8, broken.length), records.get(2).data());
        assertEquals(
                List.of("test: the compressed data are damaged (the checksum does not match); the 8 compressed bytes"
                        + " from byte " + (broken.length - 8) + " on are one record" + UNPROVEN),
                warnings);
    }

    @Test
    void zstdThatIsCutShortEndsAsGzipDoes() {
        String text = lines(20_000);
        byte[] whole = Zstd.compress(text.getBytes(UTF_8));
        for (int length : List.of(5, 10, 11, 1_000, whole.length / 2, whole.length - 9, whole.length - 1)) {
            warnings.clear();
            byte[] broken = Arrays.copyOf(whole, length);
            assertBrokenOff(text.lines().toList(), read(new ByteArrayInputStream(broken)), broken);
        }
    }

    @Test
    void aMemberWithoutItsTrailerIsNamedThoughNothingOfItIsLeft() throws IOException {
        byte[] whole = gzip("{\"a\":1}\n{\"a\":2}\n");
        assertEquals(List.of("{\"a\":1}", "{\"a\":2}"),
                texts(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 8))));
        assertEquals(List.of("test: the file ends too early; every compressed byte before was read, up to byte "
                + (whole.length - 8) + UNPROVEN), warnings);
    }

    @Test
    void anInputThatGivesFewerBytesThanItHasIsNamed() {
        byte[] bytes = "{\"a\":1}\n".getBytes(UTF_8);
        InputSource source = new InputSource("0:test", "test", bytes.length + 1L,
                () -> new ByteArrayInputStream(bytes));
        try (var reader = new InputReader(List.of(source), warnings::add)) {
            reader.next();
            InputException failure = assertThrows(InputException.class, () -> {
                reader.next();
            });
            assertTrue(failure.getMessage().startsWith("test: 8 of its 9 bytes were read"), failure.getMessage());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertBrokenOff(List<String> all, List<InputRecord> records, byte[] broken) {
        int whole = records.size() - 1;
        InputRecord rest = records.get(whole);
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.get(0).contains("from byte " + rest.offset() + " on"), warnings.toString());
        assertArrayEquals(Arrays.copyOfRange(broken, (int) rest.offset(), broken.length), rest.data());
        List<String> texts = records.subList(0, whole).stream().map(r -> new String(r.data(), UTF_8)).toList();
        assertEquals(all.subList(0, whole), texts);
    }

    @Test
    void whatATextHoldsEndsNoRecordWhereverItStands() {
        for (int place = 0; place <= 40; place++) {
            for (String held : List.of("\\\"", "\\\\", "{", "}", "[", "]", "\u0001", "\t", "\r", "\u007F", "\u00E9",
                    "")) {
                String record = "{\"k\":\"" + "x".repeat(place) + held + "y".repeat(40 - place) + "\",\"z\":[\"\"]}";
                byte[] input = (record + record + "\n" + record + "\n").getBytes(UTF_8);
                for (int pieceBytes : new int[]{1, 7, 8, 61, input.length}) {
                    assertEquals(List.of(record, record, record), texts(inPieces(input, pieceBytes)));
                }
            }
        }
    }

    @Test
    void aLineEndInATextEndsTheRecordWhereverItStands() {
        for (int place = 0; place <= 40; place++) {
            String begun = "{\"k\":\"" + "x".repeat(place);
            byte[] input = (begun + "\n" + "y\"}\n" + begun + "\\\n{}\n").getBytes(UTF_8);
            for (int pieceBytes : new int[]{1, 7, 8, 61, input.length}) {
                assertEquals(List.of(begun, "y\"}", begun + "\\", "{}"), texts(inPieces(input, pieceBytes)));
            }
        }
    }
}
