package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.testkit.wire.Gzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The main job on input of every form, without partitioning: what goes in comes out, once.
final class RunCommandTest {
    private static final List<String> LINES = List.of("{\"a\":1}", "{\"a\":2}", "{\"b\":[1,{}]}", "{\"a\":2}");

    @TempDir
    private Path folder = Path.of("");
    private Path config = Path.of("");

    @BeforeEach
    void files() throws IOException {
        config = folder.resolve("stream.json");
        try (InputStream plain = RunCommandTest.class.getResourceAsStream("plain.json")) {
            Files.write(config, Objects.requireNonNull(plain).readAllBytes());
        }
    }

    private Outcome run(byte[] standardInput, String... more) {
        String[] arguments = new String[more.length + 6];
        System.arraycopy(new String[]{"run", "--config", config.toString(), "--out", out().toString(), "--json"}, 0,
                arguments, 0, 6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return Cli.run(standardInput, arguments);
    }

    private Path out() {
        return folder.resolve("out");
    }

    private Path file(String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    private void delivers(List<String> lines, Outcome outcome) throws IOException {
        assertEquals(0, outcome.status(), outcome.toString());
        assertEquals(lines.stream().sorted().toList(), Delivered.sorted(out().resolve("plain")));
        JsonNode json = outcome.json();
        assertEquals(lines.size(), json.path("recordsIn").asInt());
        assertEquals(lines.size(), json.path("recordsDelivered").asInt());
        assertEquals(Delivered.lines(out().resolve("plain")).size(), json.path("objects").asInt());
        assertFalse(Files.exists(out().resolve(".sluice")), "state is left");
    }

    @Test
    void linesAreDelivered() throws IOException {
        Path input = file("in.ndjson", String.join("\n", LINES).getBytes(UTF_8));
        delivers(LINES, run(new byte[0], "--input", input.toString()));
    }

    @Test
    void documentsOneAfterAnotherAreDelivered() throws IOException {
        Path input = file("in.json", String.join("", LINES).getBytes(UTF_8));
        delivers(LINES, run(new byte[0], "--input", input.toString()));
    }

    @Test
    void aFolderOfAllFormsIsDelivered() throws IOException {
        file("in/1.json", "{\"a\":1}".getBytes(UTF_8));
        file("in/2.gz", Gzip.of("{\"a\":2}{\"b\":[1,{}]}"));
        file("in/more/3.gz", Gzip.of("{\"a\":2}\n"));
        delivers(LINES, run(new byte[0], "--input", folder.resolve("in").toString()));
    }

    @Test
    void standardInputAndFilesAreDelivered() throws IOException {
        Path input = file("in.ndjson", String.join("\n", LINES.subList(2, 4)).getBytes(UTF_8));
        delivers(LINES,
                run(String.join("\n", LINES.subList(0, 2)).getBytes(UTF_8), "--input", "-", input.toString()));
    }

    @Test
    void emptyInputDeliversNothingAndIsDone() throws IOException {
        Path input = file("in.ndjson", "\n\n".getBytes(UTF_8));
        Outcome outcome = run(new byte[0], "--input", input.toString());
        delivers(List.of(), outcome);
        assertEquals(0, outcome.json().path("bytesIn").asInt());
    }

    @Test
    void theJsonHasEveryFieldThatIsPromised() throws IOException {
        Path input = file("in.ndjson", String.join("\n", LINES).getBytes(UTF_8));
        JsonNode json = run(new byte[0], "--input", input.toString()).json();
        for (String field : List.of("recordsIn", "recordsDelivered", "recordsRejected", "recordsDropped", "objects",
                "errorObjects", "bytesIn", "bytesDelivered", "partitions", "activePartitionsPeak", "costUsdPerGb")) {
            assertTrue(json.path(field).isNumber(), field);
        }
        for (String field : List.of("s3Put", "s3Get", "s3Delete", "s3List", "dynamoDbWriteUnits",
                "dynamoDbReadUnits")) {
            assertTrue(json.path("requests").path(field).isNumber(), field);
        }
        assertEquals(1, json.path("partitions").asInt());
    }

    @Test
    void aSecondRunOnTheSameFolderIsRefused() throws IOException {
        Path input = file("in.ndjson", String.join("\n", LINES).getBytes(UTF_8));
        delivers(LINES, run(new byte[0], "--input", input.toString()));
        Outcome second = run(new byte[0], "--input", input.toString());
        assertEquals(2, second.status());
        assertTrue(second.err().contains("has objects already"), second.err());
        assertEquals(LINES.stream().sorted().toList(), Delivered.sorted(out().resolve("plain")));
    }

    @Test
    void leftoversOfARunThatWasKilledWhileItCleanedUpGoWithTheNextCommandThoughItIsRefused() throws IOException {
        Path input = file("in.ndjson", String.join("\n", LINES).getBytes(UTF_8));
        delivers(LINES, run(new byte[0], "--input", input.toString()));
        Files.createDirectories(out().resolve(".sluice-finished/dynamodb"));
        Files.writeString(out().resolve(".sluice-finished/dynamodb/table.db"), "half deleted");
        Outcome second = run(new byte[0], "--input", input.toString());
        assertEquals(2, second.status());
        assertTrue(second.err().contains("has objects already"), second.err());
        assertTrue(Files.notExists(out().resolve(".sluice-finished")), "the leftovers");
        assertEquals(LINES.stream().sorted().toList(), Delivered.sorted(out().resolve("plain")));
    }

    /// As a copy that is not whole: nobody knows that nothing is buffered there.
    @Test
    void aStateThatLostItsMarkIsLeftAloneWhereThereAreObjects() throws IOException {
        Path input = file("in.ndjson", String.join("\n", LINES).getBytes(UTF_8));
        delivers(LINES, run(new byte[0], "--input", input.toString()));
        Path buffered = Files.createDirectories(out().resolve(".sluice/s3")).resolve("segment");
        Files.writeString(buffered, "perhaps somebody's records");
        assertEquals(2, run(new byte[0], "--input", input.toString()).status());
        assertTrue(Files.exists(buffered));
    }

    @Test
    void aRecordThatIsTooLargeIsRejectedAndTheOthersDelivered() throws IOException {
        String large = "{\"a\":\"" + "x".repeat(1_024_000) + "\"}";
        Path input = file("in.ndjson", ("{\"a\":1}\n" + large + "\n{\"a\":2}\n").getBytes(UTF_8));
        Outcome outcome = run(new byte[0], "--input", input.toString());
        assertEquals(0, outcome.status(), outcome.err());
        JsonNode json = outcome.json();
        assertEquals(3, json.path("recordsIn").asInt());
        assertEquals(2, json.path("recordsDelivered").asInt());
        assertEquals(1, json.path("recordsRejected").asInt());
        assertEquals(1, json.path("errorObjects").asInt());
    }

    @Test
    void theTextShowsTheTreeAndTheCounts() throws IOException {
        Path input = file("in.ndjson", String.join("\n", LINES).getBytes(UTF_8));
        Outcome outcome = Cli.run("run", "--config", config.toString(), "--out", out().toString(), "--input",
                input.toString());
        assertEquals(0, outcome.status(), outcome.err());
        assertTrue(outcome.out().contains("4 records, "), outcome.out());
        assertTrue(outcome.out().contains("records   4 in = 4 delivered + 0 rejected + 0 dropped"), outcome.out());
        assertEquals("", outcome.err());
    }

    @Test
    void arrivalTimesDecideWhatSharesAnObject() throws IOException {
        Path input = file("in.ndjson", """
                {"t":"2026-01-01T00:00:00Z"}
                {"t":1767225601}
                {"t":1767225900000}
                not json
                """.getBytes(UTF_8));
        Outcome outcome = run(new byte[0], "--input", input.toString(), "--arrival", ".t");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(2, Delivered.lines(out().resolve("plain")).size());
        assertTrue(outcome.err().contains("records without an arrival time took a neighbour's: 1 of them"),
                outcome.err());
    }

    /// As of a pipe from another machine.
    @Test
    void aRunOverStandardInputThatFailsIsNotSaidToBeOneThatCanBeFinished() {
        InputStream failing = new SequenceInputStream(new ByteArrayInputStream("{\"a\":1}\n".getBytes(UTF_8)),
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the line is cut");
                    }

                    @Override
                    public int read(byte[] to, int from, int length) throws IOException {
                        return read();
                    }
                });
        var err = new StringWriter();
        var console = new Console(failing, new PrintWriter(new StringWriter()), new PrintWriter(err));
        assertEquals(1, SluiceCommand.execute(console, "run", "--config", config.toString(), "--out", out().toString(),
                "--input", "-"));
        assertTrue(err.toString().contains("the line is cut"), err::toString);
        assertTrue(err.toString().contains("can't be finished: delete " + out() + ", and run again"), err::toString);
        assertFalse(err.toString().contains("--resume"), err::toString);
    }

    @Test
    void aKeyOfEncryptionIsSaidToEncryptNothingHere() throws IOException {
        Files.writeString(config, Files.readString(config).replaceFirst("\"BucketARN\"",
                "\"EncryptionConfiguration\": {\"KMSEncryptionConfig\": {\"AWSKMSKeyARN\": "
                        + "\"arn:aws:kms:eu-west-1:123456789012:key/k\"}}, \"BucketARN\""));
        Path input = file("in.ndjson", String.join("\n", LINES).getBytes(UTF_8));
        Outcome outcome = run(new byte[0], "--input", input.toString());
        delivers(LINES, outcome);
        assertTrue(outcome.err().contains("objects on this machine are not encrypted; on AWS each is written with the"
                + " key arn:aws:kms:eu-west-1:123456789012:key/k"), outcome.err());
    }
}
