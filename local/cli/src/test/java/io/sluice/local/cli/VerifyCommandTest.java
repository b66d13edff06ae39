package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.codec.Compression;
import io.sluice.local.cli.Cli.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What verify finds in what run delivered, after somebody was at it.
final class VerifyCommandTest {
    private static final int RECORDS = 300;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    /// Three keys, a day each; every tenth line is no JSON, every seventh is there twice.
    @BeforeEach
    void input() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add(i % 10 == 9
                    ? "{\"broken\": " + i
                    : "{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i / 100 * 86_400) + ",\"n\":"
                            + (i % 7 == 6 ? i - 3 : i) + "}");
        }
        Files.write(folder.resolve("in.ndjson"), lines);
    }

    private void run(Compression format, boolean delimited) throws IOException {
        configure(format, delimited, "k=!{partitionKeyFromQuery:k}/!{timestamp:yyyy-MM-dd}/");
        Outcome outcome = Cli.run(arguments("run"));
        assertEquals(0, outcome.status(), outcome.err());
    }

    private void configure(Compression format, boolean delimited, String prefix) throws IOException {
        ObjectNode destination = JSON.createObjectNode().put("RoleARN", "arn:aws:iam::123456789012:role/delivery")
                .put("BucketARN", "arn:aws:s3:::data").put("Prefix", prefix)
                .put("ErrorOutputPrefix", "errors/!{firehose:error-output-type}/");
        destination.putObject("DynamicPartitioningConfiguration").put("Enabled", true);
        ObjectNode processing = destination.putObject("ProcessingConfiguration").put("Enabled", true);
        ArrayNode processors = processing.putArray("Processors");
        if (prefix.contains("!{partitionKeyFromQuery:")) {
            ArrayNode parameters = processors.addObject().put("Type", "MetadataExtraction").putArray("Parameters");
            parameters.addObject().put("ParameterName", "MetadataExtractionQuery").put("ParameterValue", "{k:.k}");
            parameters.addObject().put("ParameterName", "JsonParsingEngine").put("ParameterValue", "JQ-1.6");
        }
        if (delimited) {
            processors.addObject().put("Type", "AppendDelimiterToRecord");
        }
        ObjectNode stream = JSON.createObjectNode().put("DeliveryStreamName", "s");
        stream.set("ExtendedS3DestinationConfiguration", destination);
        stream.putObject("Sluice").put("Delivery", "buffer").put("CompressionFormat", format.wireName());
        Files.write(folder.resolve("stream.json"), JSON.writeValueAsBytes(stream));
    }

    private String[] arguments(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", folder.resolve("stream.json").toString(),
                "--out", folder.resolve("out").toString(), "--input", folder.resolve("in.ndjson").toString(),
                "--arrival", ".t"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private Outcome verify() {
        return Cli.run(arguments("verify"));
    }

    private void assertFinds(String... starts) {
        Outcome outcome = verify();
        assertEquals(1, outcome.status(), outcome.out());
        List<String> lines = outcome.out().lines().toList();
        for (String start : starts) {
            assertTrue(lines.stream().anyMatch(line -> line.startsWith(start)), start + " in\n" + outcome.out());
        }
        assertTrue(lines.getLast().startsWith("NOT every record"), outcome.out());
    }

    private List<Path> objects(String start) throws IOException {
        Path bucket = folder.resolve("out/data");
        try (Stream<Path> files = Files.walk(bucket)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> bucket.relativize(file).toString().startsWith(start)).sorted().toList();
        }
    }

    private static List<String> lines(Path object) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(object)))) {
            return new ArrayList<>(new String(in.readAllBytes(), UTF_8).lines().toList());
        }
    }

    private static void write(Path object, List<String> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write((String.join("\n", lines) + "\n").getBytes(UTF_8));
        }
        Files.write(object, bytes.toByteArray());
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void everyFormatAgrees(Compression format) throws IOException {
        run(format, true);
        Outcome outcome = verify();
        assertEquals(0, outcome.status(), outcome.out());
        assertTrue(outcome.out().startsWith(
                "300 records accepted = 270 delivered + 30 rejected + 0 dropped + 0 pending"), outcome.out());
    }

    @Test
    void recordsWithoutDelimitersAreToldApartByTheirBrackets() throws IOException {
        run(Compression.GZIP, false);
        assertEquals(0, verify().status(), verify().out());
        Path object = objects("k=a/").getFirst();
        List<String> records = lines(object);
        write(object, List.of(records.getFirst().replaceFirst("\\}\\{", "}")));
        assertFinds("lost: in.ndjson, byte ", "altered: k=a/");
    }

    @Test
    void recordsThatRunIntoOneAnotherAreComparedByTheirBytes() throws IOException {
        configure(Compression.UNCOMPRESSED, false, "all/");
        Files.writeString(folder.resolve("in.ndjson"), "\"abc\"\n\"def\"\n17\n{\"t\":1767225600}\n");
        assertEquals(0, Cli.run(arguments("run")).status());
        assertEquals(0, verify().status(), verify().out());
        Path object = objects("all/").getFirst();
        Files.writeString(object, Files.readString(object).replace("abc", "abd"));
        assertFinds("altered: under all/");
        Files.writeString(object, "17");
        assertFinds("lost: under all/");
    }

    @Test
    void aDeletedObjectIsLost() throws IOException {
        run(Compression.GZIP, true);
        Path object = objects("k=b/").getFirst();
        int records = lines(object).size();
        Files.delete(object);
        assertFinds("lost: in.ndjson, byte ", "lost: " + (records - 20) + " more", "300 records accepted ≠ ");
    }

    @Test
    void aDeletedErrorObjectIsLost() throws IOException {
        run(Compression.GZIP, true);
        Files.delete(objects("errors/").getFirst());
        assertFinds("lost: in.ndjson, byte ", "300 records accepted ≠ 270 delivered + ");
    }

    @Test
    void aCopyOfAnObjectIsDoubled() throws IOException {
        run(Compression.GZIP, true);
        Path object = objects("k=b/").getFirst();
        String name = object.getFileName().toString();
        String copy = name.replaceFirst("-[0-9a-f]{12}\\.gz$", "-0123456789ab.gz");
        Files.copy(object, object.resolveSibling(copy));
        assertFinds("doubled: k=b/2026-01-01/");
    }

    @Test
    void aLineInAnotherPartitionsObjectIsMisplaced() throws IOException {
        run(Compression.GZIP, true);
        Path from = objects("k=a/").getFirst();
        Path to = objects("k=b/").getFirst();
        List<String> left = lines(from);
        List<String> more = lines(to);
        more.add(1, left.removeLast());
        write(from, left);
        write(to, more);
        Outcome outcome = verify();
        assertFinds("misplaced: k=b/2026-01-01/" + to.getFileName() + ", record 2: belongs under k=a/!{timestamp:");
        assertFalse(outcome.out().contains("lost"), outcome.out());
        assertTrue(outcome.out().contains("300 records accepted = 270 delivered"), outcome.out());
    }

    @Test
    void anObjectInAnotherFolderIsMisplaced() throws IOException {
        run(Compression.GZIP, true);
        Path object = objects("k=a/").getFirst();
        Path otherKey = folder.resolve("out/data/k=z/2026-01-01");
        Files.createDirectories(otherKey);
        Path elsewhere = otherKey.resolve(object.getFileName());
        Files.move(object, elsewhere);
        assertFinds("misplaced: k=z/2026-01-01/");
        Path otherDay = folder.resolve("out/data/k=a/2026-01-09");
        Files.createDirectories(otherDay);
        Files.move(elsewhere, otherDay.resolve(object.getFileName()));
        assertFinds("misplaced: k=a/2026-01-09/");
    }

    @Test
    void aFlippedByteIsFound() throws IOException {
        run(Compression.UNCOMPRESSED, true);
        Path object = objects("k=c/").getFirst();
        byte[] bytes = Files.readAllBytes(object);
        bytes[bytes.length / 2] ^= 1;
        Files.write(object, bytes);
        assertFinds("altered: k=c/", "lost: in.ndjson, byte ");
    }

    @Test
    void anObjectThatIsCutShortIsUnreadable() throws IOException {
        run(Compression.GZIP, true);
        Path object = objects("k=c/").getFirst();
        byte[] bytes = Files.readAllBytes(object);
        Files.write(object, Arrays.copyOf(bytes, bytes.length - 20));
        assertFinds("unreadable: k=c/", "lost: ");
    }

    @Test
    void filesOfOthersAreLeftOut() throws IOException {
        run(Compression.GZIP, true);
        Path object = objects("k=c/").getFirst();
        Path elsewhere = Files.createDirectories(folder.resolve("out/data/notes"));
        Files.writeString(elsewhere.resolve("notes.txt"), "not ours");
        Files.copy(object, elsewhere.resolve("other-" + object.getFileName()));
        Outcome outcome = verify();
        assertEquals(0, outcome.status(), outcome.out());
        assertTrue(outcome.out().contains("2 other files left out"), outcome.out());
    }

    @Test
    void aFileAmongTheStreamsObjectsIsForeign() throws IOException {
        run(Compression.GZIP, true);
        Path object = objects("k=c/").getFirst();
        Files.writeString(object.resolveSibling("notes.txt"), "not ours");
        assertFinds("foreign: k=c/2026-01-01/notes.txt: ");
    }

    @Test
    void theSuccessObjectOfADateIsForeignOnlyWhereTheStreamHasNone() throws IOException {
        configure(Compression.GZIP, true, "d=!{timestamp:yyyy-MM-dd}/");
        assertEquals(0, Cli.run(arguments("run")).status());
        Files.writeString(folder.resolve("out/data/d=2026-01-01/_SUCCESS"), "{}");
        assertFinds("foreign: d=2026-01-01/_SUCCESS: ");
        ObjectNode stream = (ObjectNode) JSON.readTree(folder.resolve("stream.json").toFile());
        stream.withObject("/Sluice/Landing").put("LatenessInHours", 1).put("SuccessObjects", true)
                .putObject("Events").put("Type", "eventbridge");
        Files.write(folder.resolve("stream.json"), JSON.writeValueAsBytes(stream));
        Outcome outcome = verify();
        assertEquals(0, outcome.status(), outcome.out());
    }

    @Test
    void machinesReadTheSame() throws IOException {
        run(Compression.GZIP, true);
        JsonNode json = Cli.run(arguments("verify", "--json")).json();
        assertTrue(json.path("agrees").asBoolean());
        assertEquals(270, json.path("delivered").asLong());
        assertEquals(30, json.path("rejected").asLong());
        Files.delete(objects("k=b/").getFirst());
        JsonNode lacking = Cli.run(arguments("verify", "--json", "--show", "3")).json();
        assertEquals(3, lacking.path("findings").size());
        assertEquals(300, lacking.path("delivered").asLong() + 30 + lacking.path("lost").asLong());
    }

    @Test
    void whatCannotBeVerifiedIsBadUsage() throws IOException {
        configure(Compression.GZIP, true, "k=!{partitionKeyFromQuery:k}/");
        assertEquals(2, verify().status());
        assertTrue(verify().err().contains("has no objects of bucket data"), verify().err());
        Files.createDirectories(folder.resolve("out/data"));
        assertEquals(2, Cli.run(arguments("verify", "--input", "-")).status());
        assertEquals(2, Cli.run(arguments("verify", "--record-bytes", "0")).status());
        configure(Compression.GZIP, true, "k=!{partitionKeyFromQuery:k}/!{timestamp:HH-mm-ss-SSS}/");
        assertTrue(verify().err().contains("fractions of a second"), verify().err());
    }
}
