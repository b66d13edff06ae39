package io.sluice.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.github.luben.zstd.ZstdCompressCtx;
import io.sluice.audit.Audit;
import io.sluice.audit.Cut;
import io.sluice.audit.Stored;
import io.sluice.audit.Taken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every byte value at every kind of place: no byte of an input is lost, altered or given twice, no record but the one
/// it is in changes, and what counts again apart from the reader agrees. The figures are those of
/// `docs/reference/bytes.md`.
@Tag("long")
final class EveryByteTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "bytes.md");
    private static final int VALUES = 256;
    private static final int WHOLE = 1 << 20;
    /// Contents that are counted again as plain text alone, for the time it takes.
    private static final int BIG = 1_000;
    private static final Map<String, Integer> CASES = new HashMap<>();

    /// How an input is stored.
    private enum Storage {
        PLAIN, GZIP, ZSTD;

        byte[] of(byte[] content) throws IOException {
            return switch (this) {
                case PLAIN -> content;
                case GZIP -> {
                    var bytes = new ByteArrayOutputStream();
                    try (var gzip = new GZIPOutputStream(bytes)) {
                        gzip.write(content);
                    }
                    yield bytes.toByteArray();
                }
                case ZSTD -> {
                    try (var zstd = new ZstdCompressCtx().setChecksum(true)) {
                        yield zstd.compress(content);
                    }
                }
            };
        }
    }

    @AfterAll
    static void theFiguresAreThoseOfThePage() throws IOException {
        String page = Files.readString(PAGE);
        CASES.forEach((what, count) -> assertTrue(page.contains("| " + what + " | " + "%,d".formatted(count) + " |"),
                () -> PAGE + " does not say '| " + what + " | " + "%,d".formatted(count) + " |'"));
    }

    /// Places around and inside of records of each shape; `\0` stands for the byte.
    @Test
    void atEveryKindOfPlace() throws IOException {
        List<String> places = List.of("\0x", "\0", "\0{\"n\":2}", " \0{\"n\":2}", "{\0\"n\":2}", "{\"\0n\":2}",
                "{\"n\0\":2}", "{\"n\":\0}", "{\"n\":2\0}", "{\"n\":2\0003}", "{\"n\":\"\0\"}", "{\"n\":\"a\0b\"}",
                "{\"n\":\"\\\0\"}", "{\"n\":[1\0]}", "{\"n\":2}\0", "{\"n\":2}\0{\"n\":3}", "{\"n\":2} \0 {\"n\":3}",
                "{\"n\":2}\0\r", "text \0 text", "[\0]", "[1]\0[2]", "{\"n\":{\"m\":\"\0\"}}", "\"\0\"", "1\0002",
                "\0\0\0");
        int cases = 0;
        for (String place : places) {
            for (int value = 0; value < VALUES; value++) {
                byte[] at = place.replace('\0', (char) value).getBytes(ISO_8859_1);
                for (String end : List.of("\n", "\r\n")) {
                    cases += stored(
                            joined("{\"n\":0}" + end + "{\"n\":1}" + end, at,
                                    end + "{\"n\":4}" + end + "{\"n\":5}" + end),
                            opensDocument(at)
                                    ? List.of("{\"n\":0}", "{\"n\":1}")
                                    : List.of("{\"n\":0}", "{\"n\":1}", "{\"n\":4}", "{\"n\":5}"));
                    cases += plain(joined("", at, end + "{\"n\":4}" + end), List.of());
                    cases += plain(joined("{\"n\":0}" + end, at, ""),
                            opensDocument(at) ? List.of() : List.of("{\"n\":0}"));
                }
                cases += plain(joined("{\"n\":0}{\"n\":1}", at, "{\"n\":4}{\"n\":5}"), List.of("{\"n\":0}"));
                cases += plain(joined("{\n  \"n\": 0\n}\n", at, "\n{\n  \"n\": 4\n}\n"), List.of("{\n  \"n\": 0\n}"));
            }
        }
        CASES.put("places", cases);
    }

    /// A line that is a lone bracket may be the first of a document of several lines.
    private static boolean opensDocument(byte[] line) {
        String text = new String(line, ISO_8859_1).strip();
        return text.startsWith("[") || text.endsWith("[");
    }

    /// In place of every byte of some lines, with a buffer that ends in each of them somewhere.
    @Test
    void inPlaceOfEveryByteAndAcrossEveryBufferEnd() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 10; i < 18; i++) {
            lines.append("{\"n\":").append(i).append(",\"s\":\"a b\"}\n");
        }
        byte[] content = lines.toString().getBytes(ISO_8859_1);
        int cases = 0;
        for (int value = 0; value < VALUES; value++) {
            for (int at = 0; at < content.length; at++) {
                byte[] changed = content.clone();
                changed[at] = (byte) value;
                List<String> others = untouched(content, Set.of(at));
                cases += check(Storage.PLAIN, changed, 255, 1 + at % 7, others);
                if (at % 16 == value % 16) {
                    cases += check(Storage.GZIP, changed, 255, 1 + at % 7, others)
                            + check(Storage.ZSTD, changed, 255, 1 + at % 7, others);
                }
            }
        }
        CASES.put("buffers", cases);
    }

    /// At the ends of the readers' own buffers, and beside them.
    @Test
    void atTheEndsOfTheReadersOwnBuffers() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; lines.length() < 300_000; i++) {
            lines.append("{\"n\":").append(i).append(",\"s\":\"").append(Integer.toHexString(i * 0x9E3779B9))
                    .append("\"}\n");
        }
        byte[] content = lines.toString().getBytes(ISO_8859_1);
        Set<Integer> ends = new TreeSet<>();
        for (int end : List.of(32, 64, 128, 192, 256)) {
            for (int beside = -2; beside <= 2; beside++) {
                ends.add(end * 1024 + beside);
            }
        }
        Set<Integer> lineEnds = new HashSet<>(ends);
        List<String> untouched = untouched(content, lineEnds);
        int cases = 0;
        for (int value = 0; value < VALUES; value++) {
            byte[] changed = content.clone();
            for (int at : ends) {
                changed[at] = (byte) value;
            }
            for (Storage storage : Storage.values()) {
                check(storage, changed, WHOLE, WHOLE, untouched);
                cases += ends.size();
            }
        }
        CASES.put("ends", cases);
    }

    /// In place of every byte of the compressed file: it is read as it was, or what is broken is named.
    @Test
    void inPlaceOfEveryByteAfterCompression() throws IOException {
        String lines = "{\"n\":1,\"s\":\"one two three\"}\n{\"n\":2,\"s\":\"three two "
                + "one\"}\n{\"n\":3,\"s\":\"\u00E4\u00FF\"}\n";
        byte[] content = lines.getBytes(ISO_8859_1);
        int cases = 0;
        int refused = 0;
        for (Storage storage : List.of(Storage.GZIP, Storage.ZSTD)) {
            byte[] whole = storage.of(content);
            for (int at = storage == Storage.GZIP ? 2 : 4; at < whole.length; at++) {
                for (int value = 0; value < VALUES; value++) {
                    byte[] changed = whole.clone();
                    changed[at] = (byte) value;
                    refused += readsOrNames(changed, content) ? 0 : 1;
                    cases++;
                }
            }
        }
        assertTrue(refused > cases / 2, "refused: " + refused);
        CASES.put("compressed", cases);
    }

    private static boolean readsOrNames(byte[] stored, byte[] content) throws IOException {
        try (RecordInput records = open(stored, WHOLE, WHOLE)) {
            List<InputRecord> read = all(records);
            Optional<ByteInput.Undecodable> broken = records.undecodable();
            if (broken.isPresent()) {
                assertTrue(!broken.get().cause().isEmpty());
                return false;
            }
            for (InputRecord record : read) {
                assertArrayEquals(Arrays.copyOfRange(content, (int) record.offset(),
                        (int) record.offset() + record.data().length), record.data());
            }
            assertEquals(3, read.size());
            return true;
        }
    }

    private static byte[] joined(String before, byte[] at, String behind) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(before.getBytes(ISO_8859_1));
        bytes.writeBytes(at);
        bytes.writeBytes(behind.getBytes(ISO_8859_1));
        return bytes.toByteArray();
    }

    /// The lines of `content` that no changed place can have to do with.
    private static List<String> untouched(byte[] content, Set<Integer> changed) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        boolean afterChange = false;
        for (int i = 0; i < content.length; i++) {
            if (content[i] == '\n') {
                int from = start;
                int to = i;
                boolean touched = changed.stream().anyMatch(at -> at >= from && at <= to);
                if (!touched && !afterChange) {
                    lines.add(new String(content, start, i - start, ISO_8859_1));
                }
                afterChange = changed.contains(i);
                start = i + 1;
            }
        }
        return lines;
    }

    private static int plain(byte[] content, List<String> unaltered) throws IOException {
        return check(Storage.PLAIN, content, WHOLE, 1, unaltered);
    }

    private static int stored(byte[] content, List<String> unaltered) throws IOException {
        return plain(content, unaltered) + check(Storage.GZIP, content, WHOLE, WHOLE, unaltered)
                + check(Storage.ZSTD, content, WHOLE, WHOLE, unaltered);
    }

    /// Reads `content` and checks all that has to hold; 1.
    ///
    /// @param unaltered lines that must come out as records of their own
    private static int check(Storage storage, byte[] content, int recordBytesMax, int pieceBytes,
            List<String> unaltered)
            throws IOException {
        byte[] stored = storage.of(content);
        List<InputRecord> records = new ArrayList<>();
        try (RecordInput input = new WholeInput("input", open(stored, recordBytesMax, pieceBytes), stored.length)) {
            records.addAll(all(input));
            assertEquals(stored.length, input.consumed().orElseThrow(), () -> show(storage, content));
        }
        assertConserved(storage, content, records);
        if (storage == Storage.PLAIN || content.length < BIG) {
            assertCountsAgree(storage, content, stored, records);
        }
        Set<String> texts = new HashSet<>();
        records.forEach(record -> texts.add(new String(record.data(), ISO_8859_1)));
        unaltered.forEach(line -> assertTrue(texts.contains(line), () -> line + " of " + show(storage, content)));
        return 1;
    }

    /// Records are pieces of the content, in its order; white space alone is between them, and a byte order mark
    /// before.
    private static void assertConserved(Storage storage, byte[] content, List<InputRecord> records) {
        boolean marked = content.length >= 3 && content[0] == (byte) 0xEF && content[1] == (byte) 0xBB
                && content[2] == (byte) 0xBF;
        int at = marked ? 3 : 0;
        for (InputRecord record : records) {
            assertTrue(record.offset() >= at, () -> show(storage, content));
            assertBlank(storage, content, at, (int) record.offset());
            at = (int) record.offset() + record.data().length;
            assertTrue(at <= content.length
                    && Arrays.equals(content, (int) record.offset(), at, record.data(), 0, record.data().length),
                    () -> show(storage, content));
        }
        assertBlank(storage, content, at, content.length);
    }

    private static void assertBlank(Storage storage, byte[] content, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = content[i];
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                fail("byte " + i + " is lost of " + show(storage, content));
            }
        }
    }

    /// The independent count agrees with what was read, sees one record less, and what is left without every second
    /// record.
    private static void assertCountsAgree(Storage storage, byte[] content, byte[] stored, List<InputRecord> records)
            throws IOException {
        Stored object = stored(stored);
        Audit audit = Audit.of(object);
        Taken taken = new Taken();
        records.forEach(record -> taken.add(record.data()));
        assertEquals(Optional.empty(), audit.difference(taken), () -> show(storage, content));
        if (records.isEmpty()) {
            return;
        }
        Taken fewer = new Taken();
        records.subList(1, records.size()).forEach(record -> fewer.add(record.data()));
        assertTrue(audit.difference(fewer).isPresent(), () -> show(storage, content));
        Cut cut = new Cut();
        var rest = new ByteArrayOutputStream();
        for (int i = 0; i < records.size(); i++) {
            if (i % 2 == 0) {
                cut.add(records.get(i).offset(), records.get(i).data());
            } else {
                rest.writeBytes(records.get(i).data());
                rest.write('\n');
            }
        }
        if (storage == Storage.PLAIN && content.length < BIG) {
            assertEquals(Optional.empty(), cut.difference(object, stored(storage.of(rest.toByteArray()))),
                    () -> show(storage, content));
        }
    }

    private static Stored stored(byte[] bytes) {
        return new Stored(bytes.length,
                (offset, length) -> Arrays.copyOfRange(bytes, (int) offset, (int) offset + length));
    }

    private static RecordInput open(byte[] stored, int recordBytesMax, int pieceBytes) throws IOException {
        InputStream pieces = new ByteArrayInputStream(stored) {
            @Override
            public synchronized int read(byte[] target, int from, int length) {
                return super.read(target, from, Math.min(length, pieceBytes));
            }
        };
        return new RecordSplitter("id", "input", ByteInputs.open("input", pieces, WHOLE), recordBytesMax);
    }

    private static List<InputRecord> all(RecordInput input) throws IOException {
        List<InputRecord> records = new ArrayList<>();
        for (InputRecord record = input.next(); record != null; record = input.next()) {
            assertNotNull(record.data());
            records.add(record);
        }
        return records;
    }

    private static String show(Storage storage, byte[] content) {
        return storage + " " + new String(content, 0, Math.min(content.length, 400), ISO_8859_1);
    }
}
