package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/// Inputs in other formats than lines: what run delivers of them, and that verify, which reads with other code, agrees.
final class InputFormatsTest extends VerifiedRun {
    private void input(String name, byte[] bytes) throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve(name), bytes);
    }

    private Outcome agreed(int status, String... options) {
        Outcome run = sluice("run", options);
        assertEquals(status, run.status(), run.toString());
        Outcome verified = sluice("verify", options);
        assertEquals(0, verified.status(), verified + "\n" + run);
        return run;
    }

    private List<String> rejected() throws IOException {
        return ErrorRecords.rawData(folder.resolve("out/data/errors"));
    }

    @Test
    void eachRowUnderItsHeaderIsAnObject() throws IOException {
        input("a.csv", "\uFEFFk,text,n\r\na,\"one, \"\"two\"\"\r\nthree\",1\r\n\r\nb,,\"\"\n".getBytes(UTF_8));
        agreed(0, "--input-format", "csv");
        assertEquals(List.of("{\"k\":\"a\",\"text\":\"one, \\\"two\\\"\\r\\nthree\",\"n\":\"1\"}",
                "{\"k\":\"b\",\"text\":\"\",\"n\":\"\"}"), delivered());
    }

    @Test
    void columnsHaveTheTypesTheyAreTold() throws IOException {
        input("a.tsv", "k\tn\tyes\nb\t12345678901234567890.10\tTRUE\na\t1e400\t\nc\t\tfalse\nd\t1,5\ttrue\ne\t1\t0\n"
                .getBytes(UTF_8));
        agreed(0, "--input-format", "tsv", "--column-types", "n=number,yes=boolean");
        assertEquals(List.of("{\"k\":\"a\",\"n\":1e400,\"yes\":null}",
                "{\"k\":\"b\",\"n\":12345678901234567890.10,\"yes\":true}", "{\"k\":\"c\",\"n\":null,\"yes\":false}"),
                delivered());
        assertEquals(List.of("d\t1,5\ttrue", "e\t1\t0"), rejected());
    }

    @Test
    void withoutAHeaderTheFirstLineIsARowAndColumnsAreNumbered() throws IOException {
        input("a.csv", "7,a\n8,\"b\"\n".getBytes(UTF_8));
        Files.writeString(folder.resolve("stream.json"), Files.readString(folder.resolve("stream.json"))
                .replace("{k:.k}", "{k:.column1}"));
        Outcome run = sluice("run", "--input-format", "csv");
        assertTrue(run.err().replaceAll("\\s+", " ").contains("looks like data and is read as a header; --no-header"),
                run.err());
        assertEquals(1, run.status(), run.out());
        Folders.delete(folder.resolve("out"));
        agreed(0, "--input-format", "csv", "--no-header", "--column-types", "column0=number");
        assertEquals(List.of("{\"column0\":7,\"column1\":\"a\"}", "{\"column0\":8,\"column1\":\"b\"}"), delivered());
    }

    @Test
    void aPatternInQuotesIsTheFilesThatItMatches() throws IOException {
        input("a.ndjson", "{\"k\":\"a\"}\n".getBytes(UTF_8));
        input("b.ndjson", "{\"k\":\"b\"}\n".getBytes(UTF_8));
        input("c.txt", "no JSON\n".getBytes(UTF_8));
        Outcome run = Cli.run("run", "--config", folder.resolve("stream.json").toString(), "--out",
                folder.resolve("out").toString(), "--input", folder.resolve("in") + "/*.ndjson");
        assertEquals(0, run.status(), run.err());
        assertEquals(List.of("{\"k\":\"a\"}", "{\"k\":\"b\"}"), delivered());
    }

    /// As R and pandas write a table.
    @Test
    void aFirstColumnWithoutANameHoldsTheNamesOfRows() throws IOException {
        input("a.csv", ",k\n7,a\n\"8\",b\n".getBytes(UTF_8));
        input("b.csv", "\"\",\"k\"\r\n9,c\r\n".getBytes(UTF_8));
        agreed(0, "--input-format", "csv", "--column-types", "column_1=number");
        assertEquals(List.of("{\"column_1\":7,\"k\":\"a\"}", "{\"column_1\":8,\"k\":\"b\"}",
                "{\"column_1\":9,\"k\":\"c\"}"), delivered());
    }

    @Test
    void aRowThatDoesNotFitIsRejectedAsItIsAndNeverShifted() throws IOException {
        input("a.csv", "k;n\na;1\nb\nc;2;3\n{\"k\":\"d\"}\ne;\u00E9\u0000\nf;\u00FF\ng;7".getBytes(ISO_8859_1));
        Outcome run = agreed(1, "--input-format", "csv", "--delimiter", ";", "--json");
        assertTrue(run.err().contains("5 of 7 records rejected (71.4 %), more than --max-rejected 50% allows"),
                run.err());
        assertEquals(List.of("{\"k\":\"a\",\"n\":\"1\"}", "{\"k\":\"g\",\"n\":\"7\"}"), delivered());
        assertEquals(5, run.json().path("recordsRejected").asInt());
        assertEquals(7, run.json().path("recordsIn").asInt());
        String errors = String.join("\n", Delivered.sorted(folder.resolve("out/data/errors")));
        assertTrue(errors.contains("The row has 1 cell, and the header names 2 (row at byte 8)"), errors);
        assertTrue(errors.contains("Column n has bytes that are no UTF-8"), errors);
        assertTrue(errors.contains("\"errorCode\":\"Sluice.UnfitRow\""), errors);
    }

    @Test
    void aQuoteThatIsNeverClosedIsNamedAndItsRestIsRejectedAsOne() throws IOException {
        input("a.csv", "k,n\na,1\nb,\"2\nc,3\nd,4\n".getBytes(UTF_8));
        Outcome run = agreed(1, "--input-format", "csv");
        assertTrue(run.err().contains("the quote at byte 10 is never closed"), run.err());
        assertEquals(List.of("{\"k\":\"a\",\"n\":\"1\"}"), delivered());
        assertEquals(List.of("b,\"2\nc,3\nd,4\n"), rejected());
    }

    @Test
    void textAfterAClosedQuoteMakesTheRestUnsure() throws IOException {
        input("a.csv", "k,n\na,\"x\" \nb,\"say \"hi\"\"\nc,3\n".getBytes(UTF_8));
        Outcome run = agreed(1, "--input-format", "csv");
        assertTrue(run.err().contains("text follows the end of the quote of byte 13"), run.err());
        assertEquals(List.of("{\"k\":\"a\",\"n\":\"x\"}"), delivered());
        assertEquals(List.of("b,\"say \"hi\"\"\nc,3\n"), rejected());
    }

    @Test
    void aHeaderThatNamesNoColumnsIsRefusedAndNothingIsDelivered() throws IOException {
        input("a.csv", "k,a,k\n1,2,3\n".getBytes(UTF_8));
        Outcome run = sluice("run", "--input-format", "csv");
        assertEquals(1, run.status(), run.toString());
        assertTrue(run.err().contains("in/a.csv: its header names two columns 'k'"), run.err());
        assertEquals(List.of(), delivered());
    }

    @Test
    void nothingButAHeaderAndNothingAtAllAreNoRecords() throws IOException {
        input("a.csv", "k,n\n".getBytes(UTF_8));
        input("b.csv", new byte[0]);
        input("c.csv", "k,n".getBytes(UTF_8));
        Outcome run = agreed(0, "--input-format", "csv", "--json");
        assertEquals(0, run.json().path("recordsIn").asInt());
    }

    @Test
    void elementsOfAnArrayAreRecordsToTheLastDigit() throws IOException {
        input("a.json", """
                [
                  {"k": "a", "n": 12345678901234567890, "n": 1e400},
                  {"k":"b","t":"x\\n[,]{\\"",
                   "deep": [[[{"a":[1, 2]}]]]}
                , 5, null]
                [{"k":"c"}] []
                """.getBytes(UTF_8));
        agreed(0, "--input-format", "json-array");
        assertEquals(List.of("{\"k\": \"a\", \"n\": 12345678901234567890, \"n\": 1e400}",
                "{\"k\":\"b\",\"t\":\"x\\n[,]{\\\"\", \"deep\": [[[{\"a\":[1, 2]}]]]}", "{\"k\":\"c\"}"), delivered());
        assertEquals(List.of("5", "null"), rejected());
    }

    @Test
    void whatFollowsADefectOfAnArrayIsOneRejectedRecord() throws IOException {
        input("a.json", "[{\"k\":\"a\"},{\"k\":\"b\"".getBytes(UTF_8));
        Outcome run = agreed(1, "--input-format", "json-array");
        assertTrue(run.err().contains("the element is not closed"), run.err());
        assertEquals(List.of("{\"k\":\"a\"}"), delivered());
        assertEquals(List.of("{\"k\":\"b\""), rejected());
    }

    @Test
    void aTextThatIsNoArrayIsRefused() throws IOException {
        input("a.json", "{\"k\":\"a\"}\n".getBytes(UTF_8));
        Outcome run = sluice("run", "--input-format", "json-array");
        assertEquals(1, run.status(), run.toString());
        assertTrue(run.err().contains("in/a.json is no JSON array"), run.err());
        assertEquals(List.of(), delivered());
    }

    private static byte[] bzip2(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(compressed, 1)) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    private static byte[] xz(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new XZOutputStream(compressed, new LZMA2Options())) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] someLines(int from, int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = from; i < from + count; i++) {
            lines.append("{\"k\":\"").append(i % 3).append("\",\"n\":").append(i).append(",\"x\":\"")
                    .append(Integer.toHexString(i * 0x9E3779B1)).append("\"}\n");
        }
        return lines.toString().getBytes(UTF_8);
    }

    @Test
    void bzip2AndXzAreReadStreamAfterStream() throws IOException {
        input("a.ndjson.bz2", joined(bzip2(someLines(0, 5_000)), bzip2(someLines(5_000, 10)), bzip2(new byte[0])));
        input("b", joined(xz(someLines(10_000, 5_000)), xz(someLines(15_000, 10)), new byte[8]));
        input("c", bzip2(new byte[0]));
        agreed(0);
        assertEquals(10_020, delivered().size());
    }

    @Test
    void compressedRowsAndElementsAreRead() throws IOException {
        input("a", xz("k,n\na,1\n".getBytes(UTF_8)));
        input("b", bzip2("k,n\nb,1\n".getBytes(UTF_8)));
        agreed(0, "--input-format", "csv");
        assertEquals(2, delivered().size());
    }

    /// What came before is delivered; the rest is rejected as it is stored.
    @Tag("long")
    @Test
    void whatIsCutShortOrDamagedOrFollowedByOtherThingsIsTold() throws IOException {
        byte[] lines = someLines(0, 60_000);
        int number = 0;
        for (byte[] whole : List.of(bzip2(lines), xz(lines))) {
            byte[] damaged = whole.clone();
            damaged[whole.length * 2 / 3] ^= 0x55;
            for (byte[] each : List.of(Arrays.copyOf(whole, whole.length * 2 / 3), damaged,
                    joined(whole, "garbage".getBytes(UTF_8)), Arrays.copyOf(whole, whole.length - 2))) {
                input("a" + number++, each);
            }
        }
        Outcome run = agreed(1, "--json");
        for (int i = 0; i < number; i++) {
            assertTrue(run.err().contains("in/a" + i + ": its " + (i < 4 ? "bzip2" : "xz") + " data are damaged"),
                    run.err());
        }
        assertTrue(run.json().path("recordsRejected").asInt() >= number, run.out());
        assertTrue(run.json().path("recordsDelivered").asInt() > 200_000, run.out());
    }

    /// A checksum stands behind what it is of: what comes out before it may be altered.
    @Test
    void ofAFileWithAFlippedBitNoAlteredLineIsDelivered() throws IOException {
        byte[] zstd = Zstd.compress(someLines(40_000, 10_000));
        byte[] checked = checkedZstd(someLines(50_000, 10_000));
        checked[checked.length - 1] ^= 1;
        byte[] skippable = {0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 'x', '\n', 0};
        byte[] bzip2 = bzip2(someLines(0, 40_000));
        bzip2[bzip2.length * 3 / 4] ^= 1;
        byte[] gzip = joined(members(List.of(new String(someLines(60_000, 10_000), UTF_8))),
                members(List.of(new String(someLines(70_000, 10_000), UTF_8))));
        gzip[gzip.length - 5_000] ^= 1;
        input("a.bz2", bzip2);
        input("b.zst", joined(skippable, zstd, checked));
        input("c.gz", gzip);
        input("d.json", someLines(80_000, 1));
        Outcome run = agreed(1, "--json");
        List<String> lines = new String(someLines(0, 80_001), UTF_8).lines().sorted().toList();
        assertTrue(new HashSet<>(lines).containsAll(delivered()), "a line was altered");
        assertEquals(3, rejected().size());
        assertTrue(run.json().path("recordsDelivered").asInt() > 20_000, run.out());
        assertFalse(run.err().contains("altered"), run.err());
    }

    private static byte[] checkedZstd(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(compressed).setChecksum(true)) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    @Test
    void whatNothingReadsIsRefusedByNameBeforeAnythingIsBegun() throws IOException {
        byte[] tar = new byte[512];
        System.arraycopy("a/b.json".getBytes(UTF_8), 0, tar, 0, 8);
        System.arraycopy("ustar".getBytes(UTF_8), 0, tar, 257, 5);
        input("good", someLines(0, 3));
        for (Object[] each : new Object[][]{{new byte[]{(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, "a PNG"},
                {"%PDF-1.7\n".getBytes(UTF_8), "a PDF"},
                {"\u007FELF\u0002".getBytes(UTF_8), "an ELF program"}, {"Obj\u0001".getBytes(UTF_8), "Avro"},
                {"ORC\u0000\u0001".getBytes(UTF_8), "ORC"}, {"SQLite format 3\0".getBytes(UTF_8), "an SQLite database"},
                {tar, "a tar archive"}, {xz(tar), "a tar archive"}, {members(List.of(new String(tar, UTF_8))), "a tar"},
                {xz(xz(tar)), "compressed twice"}}) {
            input("bad", (byte[]) each[0]);
            Outcome run = sluice("run");
            assertEquals(2, run.status(), run.toString());
            assertTrue(run.err().contains("in/bad is " + each[1]), run.err());
            assertFalse(Files.exists(folder.resolve("out")));
        }
    }

    /// Lines that begin with letters that other formats begin with, too.
    @Test
    void textThatBeginsAsOtherFormatsDoIsText() throws IOException {
        List<String> beginnings = List.of("BZh9", "BZh91AY", "GIF89a", "MZ", "ORCA", "Obj", "PAR1", "PARE");
        for (String each : beginnings) {
            input(each, (each + "\n{\"k\":\"a\"}\n").getBytes(UTF_8));
        }
        agreed(0);
        assertEquals(beginnings.size(), delivered().size());
        assertEquals(beginnings, rejected());
    }

    @Test
    void aTextThatLooksLikeRowsOrAnArrayIsNamedWithTheOption() throws IOException {
        input("a", "k,n\na,1\nb,2\n".getBytes(UTF_8));
        Outcome csv = sluice("run");
        assertTrue(csv.err().contains("in/a looks like CSV") && csv.err().contains("--input-format csv"), csv.err());
        Folders.delete(folder.resolve("out"));
        input("a", "[\n {\"k\":\"a\"}]".getBytes(UTF_8));
        Outcome array = sluice("run");
        assertTrue(array.err().contains("--input-format json-array"), array.err());
    }

    private Outcome piped(byte[] bytes, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "--config", folder.resolve("stream.json").toString(),
                "--out", folder.resolve("out").toString(), "--input", "-"));
        arguments.addAll(List.of(options));
        return Cli.run(bytes, arguments.toArray(String[]::new));
    }

    @Test
    void rowsComeThroughAPipeAndWhatIsReadFromItsEndOrNotAtAllIsRefused() throws IOException {
        configure();
        Outcome rows = piped(xz("k,n\na,1\n".getBytes(UTF_8)), "--input-format", "csv");
        assertEquals(0, rows.status(), rows.toString());
        assertEquals(List.of("{\"k\":\"a\",\"n\":\"1\"}"), delivered());
        Folders.delete(folder.resolve("out"));
        for (String[] each : new String[][]{{"PAR1\u0015\u0004", "standard input is Parquet"},
                {"\u007FELF\u0002", "standard input: it is an ELF program"}}) {
            Outcome refused = piped(each[0].getBytes(UTF_8));
            assertEquals(1, refused.status(), refused.toString());
            assertTrue(refused.err().contains(each[1]), refused.err());
            assertEquals(List.of(), delivered());
            Folders.delete(folder.resolve("out"));
        }
    }

    @Test
    void planCountsRowsThatDoNotFitAmongTheRejected() throws IOException {
        input("a.csv", "k,n\na,1\nb\nc,3\n".getBytes(UTF_8));
        Outcome plan = Cli.run("plan", "--config", folder.resolve("stream.json").toString(), "--input",
                folder.resolve("in").toString(), "--input-format", "csv");
        assertEquals(0, plan.status(), plan.toString());
        assertTrue(plan.out().contains("The row has 1 cell, and the header names 2"), plan.out());
    }

    @Test
    void optionsThatDoNotFitTogetherAreNamed() throws IOException {
        input("a", "k,n\na,1\n".getBytes(UTF_8));
        for (String[] each : new String[][]{{"--input-format", "xml"}, {"--delimiter", ";"},
                {"--input-format", "csv", "--delimiter", ";;"}, {"--input-format", "csv", "--column-types", "n=int"},
                {"--input-format", "csv", "--record-bytes", "100"}, {"--input-format", "tsv", "--delimiter", ";"}}) {
            Outcome run = sluice("run", each);
            assertEquals(2, run.status(), run.toString());
            assertFalse(Files.exists(folder.resolve("out")));
        }
    }
}
