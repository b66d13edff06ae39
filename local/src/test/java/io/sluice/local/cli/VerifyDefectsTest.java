package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.luben.zstd.Zstd;
import io.sluice.local.cli.Cli.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each way in which a run could lose, double, misplace or alter a record, planted: verify names it. And inputs of
/// every odd kind, of which verify says that all is well, as it is.
final class VerifyDefectsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");
    private String encoding = "verbatim";
    private String format = "UNCOMPRESSED";
    private final List<ObjectNode> moreProcessors = new ArrayList<>();

    private void configure() throws IOException {
        ObjectNode destination = JSON.createObjectNode().put("RoleARN", "arn:aws:iam::123456789012:role/delivery")
                .put("BucketARN", "arn:aws:s3:::data").put("Prefix", "k=!{partitionKeyFromQuery:k}/")
                .put("ErrorOutputPrefix", "errors/!{firehose:error-output-type}/");
        destination.putObject("DynamicPartitioningConfiguration").put("Enabled", true);
        ArrayNode processors = destination.putObject("ProcessingConfiguration").put("Enabled", true)
                .putArray("Processors");
        moreProcessors.forEach(processors::add);
        ArrayNode parameters = processors.addObject().put("Type", "MetadataExtraction").putArray("Parameters");
        parameters.addObject().put("ParameterName", "MetadataExtractionQuery").put("ParameterValue", "{k:.k}");
        parameters.addObject().put("ParameterName", "JsonParsingEngine").put("ParameterValue", "JQ-1.6");
        processors.addObject().put("Type", "AppendDelimiterToRecord");
        ObjectNode stream = JSON.createObjectNode().put("DeliveryStreamName", "s");
        stream.set("ExtendedS3DestinationConfiguration", destination);
        stream.putObject("Sluice").put("Delivery", "buffer").put("CompressionFormat", format).put("KeyEncoding",
                encoding);
        Files.write(folder.resolve("stream.json"), JSON.writeValueAsBytes(stream));
    }

    private Outcome sluice(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", folder.resolve("stream.json").toString(),
                "--out", folder.resolve("out").toString(), "--input", folder.resolve("in").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private void run(byte[] input) throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in/a"), input);
        Outcome outcome = sluice("run");
        assertEquals(0, outcome.status(), outcome.err());
    }

    private void run(String... lines) throws IOException {
        run((String.join("\n", lines) + "\n").getBytes(UTF_8));
    }

    private static String[] lines(int count) {
        String[] lines = new String[count];
        Arrays.setAll(lines, i -> "{\"k\":\"" + "ab".charAt(i % 2) + "\",\"n\":" + i + "}");
        return lines;
    }

    private Path object(String start) throws IOException {
        Path bucket = folder.resolve("out/data");
        try (Stream<Path> files = Files.walk(bucket)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> bucket.relativize(file).toString().startsWith(start)).sorted().findFirst()
                    .orElseThrow();
        }
    }

    private void assertAgrees() {
        Outcome outcome = sluice("verify");
        assertEquals(0, outcome.status(), outcome.out() + outcome.err());
    }

    private Outcome assertFinds(String... starts) {
        Outcome outcome = sluice("verify");
        assertEquals(1, outcome.status(), outcome.out() + outcome.err());
        for (String start : starts) {
            assertTrue(outcome.out().lines().anyMatch(line -> line.startsWith(start)), start + " in\n" + outcome.out());
        }
        return outcome;
    }

    private void replaceInput(byte[]... parts) throws IOException {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            input.writeBytes(part);
        }
        Files.write(folder.resolve("in/a"), input.toByteArray());
    }

    private static byte[] text(String... lines) {
        return (String.join("\n", lines) + "\n").getBytes(UTF_8);
    }

    /// What a reader delivers that takes 0xFF for the end.
    @Test
    void recordsAfterALineOf0xFfThatAreMissing() throws IOException {
        run(lines(10));
        replaceInput(text(lines(10)), new byte[]{(byte) 0xFF, 'x', '\n'}, text("{\"k\":\"a\",\"late\":1}"));
        assertFinds("lost: a, byte 160: belongs under errors/", "lost: a, byte 163: belongs under k=a/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32"})
    void textOfTwoByteCharactersOfWhichNothingIsDelivered(String charset) throws IOException {
        run(lines(2));
        Files.delete(object("k=a/"));
        Files.delete(object("k=b/"));
        replaceInput(String.join("\n", lines(10)).getBytes(Charset.forName(charset)));
        assertFinds("lost: a, byte 0: belongs under errors/", "NOT every");
    }

    @Test
    void anEmptyOutputOfAnInputThatIsNotEmpty() throws IOException {
        run(lines(4));
        Files.delete(object("k=a/"));
        Files.delete(object("k=b/"));
        Outcome outcome = assertFinds("lost: a, byte 0: belongs under k=a/");
        assertTrue(outcome.out().contains("4 records accepted ≠ 0 delivered"), outcome.out());
    }

    @Test
    void aDigitThatBecameAnother() throws IOException {
        run(lines(4));
        Path object = object("k=a/");
        Files.writeString(object, Files.readString(object).replace("\"n\":2", "\"n\":3"));
        assertFinds("altered: k=a/", "lost: a, byte 32: belongs under k=a/");
    }

    @Test
    void bytesOfNul() throws IOException {
        run(lines(4));
        Path object = object("k=a/");
        Files.write(object, new byte[(int) Files.size(object)]);
        assertFinds("altered: k=a/", "lost: a, byte 0: ");
    }

    @Test
    void aBatchThatIsThereTwice() throws IOException {
        run(lines(6));
        Path object = object("k=a/");
        Files.writeString(object, Files.readString(object).repeat(2));
        assertFinds("doubled: k=a/", "doubled: k=a/");
    }

    @Test
    void anObjectThatIsThereTwice() throws IOException {
        run(lines(6));
        Path object = object("k=a/");
        Files.copy(object, object.resolveSibling(
                object.getFileName().toString().replaceFirst("[0-9a-f]{12}$", "0123456789ab")));
        assertFinds("doubled: k=a/");
    }

    @Test
    void aRecordInAnObjectOfOtherKeys() throws IOException {
        run(lines(6));
        Path from = object("k=a/");
        Path to = object("k=b/");
        List<String> lines = Files.readAllLines(from);
        Files.writeString(to, Files.readString(to) + lines.getLast() + "\n");
        Files.write(from, lines.subList(0, 2));
        assertFinds("misplaced: k=b/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GZIP", "ZIP", "ZSTD", "SNAPPY", "HADOOP_SNAPPY"})
    void anObjectThatIsCutShort(String compression) throws IOException {
        format = compression.equals("SNAPPY") ? "Snappy" : compression;
        run(lines(400));
        Path object = object("k=a/");
        byte[] bytes = Files.readAllBytes(object);
        Files.write(object, Arrays.copyOf(bytes, bytes.length / 2));
        assertFinds("unreadable: k=a/", "lost: a, byte ");
    }

    @Test
    void manyMembersAreNoFaultButSaid() throws IOException {
        format = "GZIP";
        run(lines(6));
        Path object = object("k=a/");
        List<String> lines = List.of("{\"k\":\"a\",\"n\":0}\n{\"k\":\"a\",\"n\":2}\n", "{\"k\":\"a\",\"n\":4}\n");
        Files.write(object, members(lines));
        Outcome outcome = sluice("verify");
        assertEquals(0, outcome.status(), outcome.out());
        assertTrue(outcome.err().contains("1 objects have more than one gzip member"), outcome.err());
        byte[] whole = members(lines);
        Files.write(object, Arrays.copyOf(whole, members(lines.subList(0, 1)).length));
        assertFinds("lost: a, byte 64: ");
        Files.write(object, Arrays.copyOf(whole, whole.length - 9));
        assertFinds("unreadable: k=a/");
    }

    private static byte[] members(List<String> contents) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String content : contents) {
            try (GZIPOutputStream member = new GZIPOutputStream(bytes)) {
                member.write(content.getBytes(UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void aRejectedRecordThatIsNotKeptAsItWas() throws IOException {
        run("{\"k\":\"a\"}", "broken");
        Path object = object("errors/");
        Files.writeString(object, Files.readString(object).replace(Base64.getEncoder().encodeToString(
                "broken".getBytes(UTF_8)), Base64.getEncoder().encodeToString("brokem".getBytes(UTF_8))));
        assertFinds("altered: errors/", "lost: a, byte 10: belongs under errors/");
        Files.writeString(object, "{\"rawData\":\"YnJva2Vu\"}\n");
        assertFinds("unreadable: errors/");
    }

    @Test
    void aFolderThatIsNoRunsIsBadUsage() throws IOException {
        run(lines(2));
        Outcome outcome = Cli.run("verify", "--config", folder.resolve("stream.json").toString(), "--out",
                folder.resolve("in").toString(), "--input", folder.resolve("in").toString());
        assertEquals(2, outcome.status(), outcome.out());
        assertTrue(outcome.err().contains("has no objects of bucket data"), outcome.err());
    }

    @ParameterizedTest
    @CsvSource({"verbatim,C:\\temp\\x", "verbatim,!{timestamp:yyyy} %2F", "verbatim,é😀", "verbatim,..", "verbatim,a/b",
            "percent,a/b\\c %"})
    void aKeyValueOfAnyCharacters(String keyEncoding, String value) throws IOException {
        encoding = keyEncoding;
        String record = JSON.writeValueAsString(Map.of("k", value));
        run(record, "{\"k\":\"z\"}");
        Outcome outcome = sluice("verify");
        assertEquals(0, outcome.status(), outcome.out());
        assertTrue(outcome.out().startsWith("2 records accepted = 2 delivered + 0 rejected"), outcome.out());
        Path object = object("k=z/");
        Files.writeString(object, record + "\n" + Files.readString(object));
        assertFinds("altered: k=z/");
    }

    @Test
    void aColumnOfNullsWhereTheRecordsHaveValues() throws IOException {
        String without = Files.readString(Path.of("..", "events", "quakes", "parquet.json")).replace(
                "{ \"Name\": \"id\", \"Type\": \"string\" }", "{ \"Name\": \"us_gross\", \"Type\": \"double\" }");
        String with = without.replace("\"Name\": \"us_gross\",", "\"Name\": \"us_gross\", \"JsonKey\": \"US Gross\",");
        Path config = folder.resolve("stream.json");
        Files.createDirectories(folder.resolve("in"));
        List<String> lines = Files.readAllLines(Path.of("..", "events", "quakes", "earthquakes.ndjson")).subList(0, 40);
        Files.write(folder.resolve("in/a"),
                lines.stream().map(line -> line.replaceFirst("\\{", "{\"US Gross\":1.5,")).toList());
        Files.writeString(config, without);
        assertEquals(0, sluice("run").status());
        Outcome nulls = sluice("verify");
        assertEquals(0, nulls.status(), nulls.out());
        assertTrue(nulls.err().contains("no record has a value for the column us_gross"), nulls.err());
        Files.writeString(config, with);
        assertFinds("altered: the column us_gross has 0 values, and the records have 40 under the key US Gross",
                "lost: a, byte 0: ");
        Path second = folder.resolve("second");
        Outcome run = Cli.run("run", "--config", config.toString(), "--out", second.toString(), "--input",
                folder.resolve("in").toString());
        assertEquals(0, run.status(), run.err());
        Outcome verified = Cli.run("verify", "--config", config.toString(), "--out", second.toString(), "--input",
                folder.resolve("in").toString());
        assertEquals(0, verified.status(), verified.out());
    }

    /// Each is delivered or rejected, and nothing is wrong.
    @Test
    void inputsOfEveryOddKindAgree() throws IOException {
        byte[] broken = {'{', '"', 'k', '"', ':', '"', (byte) 0x80, (byte) 0xC0, '"', '}', '\n'};
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        input.writeBytes(new byte[]{(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        input.writeBytes(text("{\"k\":\"a\",\"n\":1}\r", "", "  ", "{\"k\":\"a\",\"n\":1e400}",
                "{\"k\":\"a\",\"n\":-0}",
                "{\"k\":\"a\",\"k\":\"b\"}", "{\"k\":\"\\ud800\"}", "{\"k\":\"a\",\"s\":\"\\udc00\\ud800\"}",
                "{\"k\":\"a\"}{\"k\":\"b\"} [1] {\"k\":\"c\"}", "{\"k\":\"a\"},{\"k\":\"b\"}", "{\"k\":\"a", "[", "1,",
                "2]", "{", "  \"k\": \"p\",", "  \"q\": {}", "}", "{", "x", "\"loose\"", "17", "null", "\\", "}{",
                "{\"k\":\"" + "\u00E9\u2028" + "\"}",
                "{\"k\":\"a\",\"d\":" + "[".repeat(3_000) + "]".repeat(3_000) + "}",
                "{\"k\":\"a\",\"n\":" + "9".repeat(2_000) + "}",
                "{\"k\":\"big\",\"x\":\"" + "y".repeat(1_024_000) + "\"}",
                "{\"k\":\"\"}", "{\"k\":null}", "{\"k\":[1]}", "{\"k\":true}", "{\"k\":1.0}", "{\"k\":\"a\\tb\"}",
                "{\"k\":\"x/../y\"}", "{\"k\":\"" + "l".repeat(600) + "\"}", "{\"k\":\"\\u0085\"}"));
        input.writeBytes(broken);
        input.writeBytes("{\"k\":\"last\"}".getBytes(UTF_8));
        run(input.toByteArray());
        assertAgrees();
    }

    @Test
    void compressedInputsAgreeAndADamagedOneIsAccountedFor() throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        byte[] gzip = members(List.of(String.join("\n", lines(3)) + "\n", "{\"k\":\"a\",\"n\":7}"));
        Files.write(folder.resolve("in/b.gz"), gzip);
        Files.write(folder.resolve("in/c.zst"), Zstd.compress(text(lines(5))));
        Files.write(folder.resolve("in/d"), new byte[0]);
        Files.write(folder.resolve("in/e.gz"), members(List.of("")));
        assertEquals(0, sluice("run").status());
        assertAgrees();
        byte[] many = members(List.of(String.join("\n", lines(5_000)) + "\n"));
        Files.write(folder.resolve("in/f.gz"), Arrays.copyOf(many, many.length / 2));
        Path second = folder.resolve("second");
        Outcome run = Cli.run("run", "--config", folder.resolve("stream.json").toString(), "--out", second.toString(),
                "--input", folder.resolve("in").toString());
        assertFinds("lost: f.gz, byte ");
        if (run.status() == 0) {
            Outcome verified = Cli.run("verify", "--config", folder.resolve("stream.json").toString(), "--out",
                    second.toString(), "--input", folder.resolve("in").toString());
            assertEquals(0, verified.status(), verified.out() + verified.err());
            assertTrue(verified.err().contains("an error record has the last "), verified.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSON", "DELIMITED"})
    void recordsThatAreSplitAgree(String type) throws IOException {
        ObjectNode processor = JSON.createObjectNode().put("Type", "RecordDeAggregation");
        ArrayNode parameters = processor.putArray("Parameters");
        parameters.addObject().put("ParameterName", "SubRecordType").put("ParameterValue", type);
        if (type.equals("DELIMITED")) {
            parameters.addObject().put("ParameterName", "Delimiter").put("ParameterValue",
                    Base64.getEncoder().encodeToString("\n".getBytes(UTF_8)));
        }
        moreProcessors.add(processor);
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in/a"), text("{\"k\":\"a\"}{\"k\":\"b\"}", "{\"k\":\"a\"", "{\"k\":\"c\"} x",
                "[1]", "{\"k\":\"d\"}"));
        Outcome run = sluice("run", "--record-bytes", "40");
        assertEquals(0, run.status(), run.err());
        Outcome verified = sluice("verify", "--record-bytes", "40");
        assertEquals(0, verified.status(), verified.out() + verified.err());
    }

    @Test
    void utf16IsNoReasonToFail() throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in/a"), "{\"k\":\"a\"}\n".getBytes(UTF_16LE));
        if (sluice("run").status() == 0) {
            assertAgrees();
        }
    }
}
