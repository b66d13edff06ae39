package io.sluice.local.verify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordsPath;
import io.sluice.local.input.InputReader;
import io.sluice.local.input.Reading;
import io.sluice.local.input.Reading.CellType;
import io.sluice.local.records.InputSource;
import io.sluice.reject.Reject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The run's reader of rows, of arrays and of documents, the judge's, and, for rows, that of Apache Commons CSV cut any
/// bytes alike.
@Tag("long")
final class FormatCutsTest {
    private static final Map<String, CellType> TYPES = Map.of("n", CellType.NUMBER, "b", CellType.BOOLEAN);
    private static final Reading CELLS = Reading.cells(',', TYPES);
    private static final InputForm FORM = new InputForm(InputForm.Kind.CELLS, ',',
            Map.of("n", "number", "b", "boolean"), List.of());
    private static final String[] CELL_PIECES = {"a", ",", "\"", "\n", "\r\n", "\r", " ", "\t", "1", "-0.10e5", "true",
            "\0", "\u00FF", "\u00C3\u00A9", "\\", "\"\"", "{\"a\":1}", ",,", "\u000B", "\u0085", "01",
            "\u00F0\u009F\u0098\u0080"};
    private static final String[] ARRAY_PIECES = {"{", "}", "[", "]", ",", "\"", "\\", "\n", " ", "\r\n\t", "1", "a:",
            "{\"a\": 1}", "\"x\\\"\"", "null", "\u00FF", "[", ",", "]"};

    private static final String[] DOCUMENT_PIECES = {"{\"r\":[", "{\"r\":{\"s\":[", "\"r\":[", "\"s\" : [", "\"r\":{",
            "{\"a\":1}", "]}", "]}}", "]", "}", "{", ",", "\"a\":1,", "\"\\u0072\":[", "\"", "\\", "\n", " ", "1", "x",
            "null", "\u00FF", ":", "\r\n"};
    private static final Reading ONE_NAME = Reading.elements(RecordsPath.parse(".r[]"));
    private static final Reading TWO_NAMES = Reading.elements(RecordsPath.parse(".r.s[]"));

    private static String input(Random random, String[] pieces, int most) {
        StringBuilder input = new StringBuilder();
        for (int n = random.nextInt(most); n > 0; n--) {
            input.append(pieces[random.nextInt(pieces.length)]);
        }
        return input.toString();
    }

    /// @param readBytes the most bytes that a read gives: records lie across the ends of buffers
    private static List<String> ofTheRun(byte[] input, Reading reading, int readBytes) throws IOException {
        List<String> records = new ArrayList<>();
        InputSource source = new InputSource("id", "input", input.length, () -> new ByteArrayInputStream(input) {
            @Override
            public synchronized int read(byte[] to, int from, int length) {
                return super.read(to, from, Math.min(length, readBytes));
            }
        });
        try (InputReader reader = new InputReader(List.of(source.proven()), reading, warning -> {})) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                records.add(record.offset() + " " + reader.refusal().map(Reject::code) + " "
                        + new String(record.data(), ISO_8859_1));
            }
        }
        return records;
    }

    private static List<String> ofTheJudge(Cuts cutting) throws IOException {
        List<String> records = new ArrayList<>();
        try (Cuts cuts = cutting) {
            for (CutRecord cut = cuts.next(); cut != null; cut = cuts.next()) {
                records.add(cut.offset() + " " + cut.refused() + " " + new String(cut.data(), ISO_8859_1));
            }
        }
        return records;
    }

    @Test
    void bothCutAnyRowsAlike() throws IOException {
        Random random = new Random(11);
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = ("x,n,b\n" + input(random, CELL_PIECES, 16)).getBytes(ISO_8859_1);
            assertEquals(ofTheRun(bytes, CELLS, 1 + random.nextInt(20)),
                    ofTheJudge(new CellCuts(new ByteArrayInputStream(bytes), FORM)),
                    () -> new String(bytes, ISO_8859_1));
        }
    }

    @Test
    void bothCutAnyArraysAlike() throws IOException {
        Random random = new Random(13);
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = ("[" + input(random, ARRAY_PIECES, 16)).getBytes(ISO_8859_1);
            assertEquals(ofTheRun(bytes, Reading.ARRAY, 1 + random.nextInt(20)),
                    ofTheJudge(new ElementCuts(new ByteArrayInputStream(bytes))), () -> new String(bytes, ISO_8859_1));
        }
    }

    @Test
    void bothCutAnyDocumentsAlike() throws IOException {
        Random random = new Random(23);
        int refused = 0;
        int taken = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = input(random, DOCUMENT_PIECES, 20).getBytes(ISO_8859_1);
            Reading reading = i % 2 == 0 ? ONE_NAME : TWO_NAMES;
            List<String> records = ofTheRun(bytes, reading, 1 + random.nextInt(20));
            assertEquals(records, ofTheJudge(new DocumentCuts(new ByteArrayInputStream(bytes), reading.at().names())),
                    () -> new String(bytes, ISO_8859_1));
            refused += records.stream().anyMatch(record -> record.contains("[Sluice.")) ? 1 : 0;
            taken += records.stream().anyMatch(record -> record.contains("empty")) ? 1 : 0;
        }
        assertTrue(refused > 500 && taken > 500, refused + " refused, " + taken + " taken");
    }

    /// What is no JSON, or breaks off, comes out of both alike where the input is compressed, too.
    @Test
    void bothEndAlikeWhereDecompressingBreaksOff() throws IOException {
        Random random = new Random(17);
        for (int i = 0; i < 5_000; i++) {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
                gzip.write(("x,n,b\n" + input(random, CELL_PIECES, 200)).getBytes(ISO_8859_1));
            }
            byte[] cut = Arrays.copyOf(compressed.toByteArray(),
                    20 + random.nextInt(compressed.size() - 20));
            List<String> ofTheRun = ofTheRun(cut, CELLS, 1 + random.nextInt(50));
            List<String> ofTheJudge = ofTheJudge(
                    new CellCuts(Decompressed.of(() -> new ByteArrayInputStream(cut)), FORM));
            assertEquals(ofTheJudge, ofTheRun.subList(0, ofTheJudge.size()));
            assertTrue(ofTheRun.size() - ofTheJudge.size() <= 1, "the rest is one record");
        }
    }

    /// A foreign parser that is kept well finds the same rows, and gives up at the same ones.
    @Test
    void anotherParserFindsTheSameRows() throws IOException {
        Random random = new Random(19);
        for (int i = 0; i < 50_000; i++) {
            String text = "x,y,z\n" + input(random, CELL_PIECES, 16);
            List<String> rows = new ArrayList<>();
            boolean damaged = false;
            for (String record : ofTheRun(text.getBytes(ISO_8859_1), Reading.cells(',', Map.of()), 1 << 20)) {
                damaged |= record.contains(Cuts.REST_CODE);
                if (!record.contains(Cuts.REST_CODE)) {
                    rows.add(record.contains(Cuts.ROW_CODE) ? "unfit" : record.substring(record.indexOf('{')));
                }
            }
            boolean gaveUp = false;
            List<String> foreign = new ArrayList<>();
            try (CSVParser parser = CSVFormat.DEFAULT.parse(new StringReader(text))) {
                for (CSVRecord record : parser) {
                    foreign.add(foreign(record));
                }
            } catch (UncheckedIOException e) {
                gaveUp = true;
            }
            foreign.removeFirst();
            assertEquals(foreign, rows, text);
            assertEquals(gaveUp, damaged, text);
        }
    }

    private static String foreign(CSVRecord record) {
        if (record.size() != 3) {
            return "unfit";
        }
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 3; i++) {
            byte[] cell = record.get(i).getBytes(ISO_8859_1);
            String text = new String(cell, UTF_8);
            if (text.indexOf('\uFFFD') >= 0) {
                return "unfit";
            }
            json.append(i == 0 ? "" : ",").append('"').append("xyz".charAt(i)).append("\":");
            JsonTexts.append(json, text);
        }
        return new String(json.append('}').toString().getBytes(UTF_8), ISO_8859_1);
    }

    /// A row and an element at each place of a buffer's end.
    @Test
    void nothingIsLostAtTheEndsOfBuffers() throws IOException {
        for (int filler = 256 * 1024 - 40; filler < 256 * 1024 + 10; filler++) {
            byte[] rows = ("x,y\n" + "f".repeat(filler) + ",1\n\"a\"\"\r\nb\",\"\"\"\"\n2,3").getBytes(UTF_8);
            assertEquals(ofTheJudge(new CellCuts(new ByteArrayInputStream(rows),
                    new InputForm(InputForm.Kind.CELLS, ',', Map.of(), List.of()))),
                    ofTheRun(rows, Reading.cells(',', Map.of()), Integer.MAX_VALUE));
            byte[] array = ("[\"" + "f".repeat(filler) + "\",{\"a\\\"\":\n[1]}, 22 ,\"\\\\\"]").getBytes(UTF_8);
            assertEquals(List.of("{\"a\\\"\": [1]}", "22", "\"\\\\\""),
                    ofTheRun(array, Reading.ARRAY, Integer.MAX_VALUE).stream().skip(1)
                            .map(record -> record.substring(record.indexOf("empty ") + 6)).toList());
        }
    }

    @Test
    void whatFollowsADefectOfAnArrayIsOneRefusedRecord() throws IOException {
        for (String[] each : new String[][]{{"[{\"k\":\"a\"},{\"k\":\"b\"", "{\"k\":\"b\""},
                {"[{\"k\":\"a\"},]", "]"}, {"[{\"k\":\"a\"} {\"k\":\"b\"}]", "{\"k\":\"b\"}]"},
                {"[{\"k\":\"a\"}]x", "x"}, {"[{\"k\":\"a\"},,{}]", ",{}]"}, {"[{\"k\":\"a\"}, x{}]", "x{}]"},
                {"[{\"k\":\"a\"},\"open", "\"open"}}) {
            List<String> records = ofTheRun(each[0].getBytes(UTF_8), Reading.ARRAY, 3);
            assertEquals(2, records.size(), each[0]);
            assertTrue(records.get(0).endsWith("empty {\"k\":\"a\"}"), records.get(0));
            assertTrue(records.get(1).endsWith("[Sluice.UnreadableRest] " + each[1]), records.get(1));
        }
    }

    @Test
    void aHeaderThatNamesNoColumnsIsRefusedByName() {
        for (String[] each : new String[][]{{"k,a,k\n1,2,3\n", "two columns 'k'"}, {"k,,b\n1,2,3\n", "column 2 of its"},
                {",column_1\n1,2\n", "two columns 'column_1'"}, {",,b\n1,2,3\n", "column 2 of its"},
                {" ,b\n1,2\n", "column 1 of its"}, {"\"\"\n1\n", "column 1 of its"},
                {"k;n\n1;2\n", "--delimiter ';'"}, {"k\tn\n1\t2\n", "--input-format tsv"},
                {"k,\"n\n1,2\n", "its first row can't be read"}, {"k,\u00FF\n1,2\n", "column 2 is no UTF-8"},
                {"a,".repeat(1_000_000) + "b\n", "1000001 columns"}}) {
            byte[] bytes = each[0].getBytes(ISO_8859_1);
            InputException refused = assertThrows(InputException.class,
                    () -> ofTheRun(bytes, Reading.cells(',', Map.of()), 1 << 20));
            assertTrue(refused.getMessage().startsWith("input") && refused.getMessage().contains(each[1]),
                    refused.getMessage());
        }
        InputException unknown = assertThrows(InputException.class,
                () -> ofTheRun("a,b\n".getBytes(UTF_8), Reading.cells(',', Map.of("c", CellType.NUMBER)), 10));
        assertTrue(unknown.getMessage().contains("no column 'c'"), unknown.getMessage());
    }

    /// Memory is bounded by a record, and what is read into it is named.
    @Test
    void aQuoteThatOpensAHugeRestIsNamed() {
        byte[] rows = ("x,y\n1,2\n3,\"" + "4,5\n".repeat(9_000_000)).getBytes(UTF_8);
        InputException refused = assertThrows(InputException.class,
                () -> ofTheRun(rows, Reading.cells(',', Map.of()), 1 << 20));
        assertTrue(refused.getMessage().contains("the quote at byte 10, of the row at byte 8, is not closed"),
                refused.getMessage());
    }

    @Test
    void nestingAsDeepAsARecordIsLongIsARecord() throws IOException {
        String deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
        assertEquals(List.of("1 " + Optional.empty() + " " + deep),
                ofTheRun(("[" + deep + "]").getBytes(UTF_8), Reading.ARRAY, 1 << 20));
    }

    @Test
    void anXzStreamThatAsksForTooMuchOrTheUnknownIsNamed() {
        byte[] unknownCheck = {(byte) 0xFD, '7', 'z', 'X', 'Z', 0, 0, 2, (byte) 0xE4, (byte) 0x0B, 0, 0, 0, 0};
        CRC32 crc = new CRC32();
        crc.update(unknownCheck, 6, 2);
        for (int i = 0; i < 4; i++) {
            unknownCheck[8 + i] = (byte) (crc.getValue() >> (8 * i));
        }
        InputException refused = assertThrows(InputException.class,
                () -> ofTheRun(unknownCheck, Reading.RECORDS, 1 << 20));
        assertTrue(refused.getMessage().contains("asks for what is not supported"), refused.getMessage());
    }

    private static InputStream none() {
        return InputStream.nullInputStream();
    }

    @Test
    void nothingIsNoRecord() throws IOException {
        assertEquals(List.of(), ofTheJudge(new ElementCuts(none())));
        assertEquals(List.of(), ofTheRun(new byte[0], Reading.ARRAY, 1));
        assertEquals(List.of(), ofTheJudge(new CellCuts(none(), FORM)));
        assertEquals(List.of(), ofTheRun(new byte[0], CELLS, 1));
    }
}
