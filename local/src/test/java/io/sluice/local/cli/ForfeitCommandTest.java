package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.run.OutFolder;
import io.sluice.local.run.Progress;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Staged bytes of an interrupted run are damaged, and an operator gives up exactly what is damaged, as a user does it.
final class ForfeitCommandTest {
    private static final int RECORDS = 50;
    private static final String CONFIGURATION = """
            {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
              "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::data",
              "Prefix":"k=!{partitionKeyFromQuery:k}/","ErrorOutputPrefix":"errors/!{firehose:error-output-type}/",
              "BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":300},
              "DynamicPartitioningConfiguration":{"Enabled":true},
              "ProcessingConfiguration":{"Enabled":true,"Processors":[
                {"Type":"MetadataExtraction","Parameters":[
                  {"ParameterName":"MetadataExtractionQuery","ParameterValue":"{k:.k}"},
                  {"ParameterName":"JsonParsingEngine","ParameterValue":"JQ-1.6"}]},
                {"Type":"AppendDelimiterToRecord"}]}},
             "Sluice":{"Delivery":"buffer"}}
            """;

    @TempDir
    private Path folder = Path.of("");

    /// Three keys; ten records each minute are a batch.
    @BeforeEach
    void aRunIsCutShortWhenMostOfItIsStaged() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add("{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i / 10 * 60) + ",\"n\":" + i
                    + "}");
        }
        Files.write(folder.resolve("in.ndjson"), lines);
        Files.writeString(folder.resolve("stream.json"), CONFIGURATION);
        assertThrows(IllegalStateException.class, this::runUntilMostIsStaged);
    }

    private OutFolder out() {
        return OutFolder.of(folder.resolve("out").toString());
    }

    private void runUntilMostIsStaged() throws IOException {
        Console console = new Console(InputStream.nullInputStream(), new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()));
        ConfigurationFile file = ConfigurationFile.read(folder.resolve("stream.json"));
        StreamConfiguration stream = file.require(console);
        var settings = new RunSettings(stream, file.forBuffering(stream, console),
                Inputs.find(List.of(folder.resolve("in.ndjson").toString()), console, Run.Start.NEW, out(),
                        stream.bucket()),
                RunSettings.Content.RECORDS, OptionalInt.empty(), Optional.of(".t"));
        try (Workspace workspace = Workspace.create(out(), stream.bucket());
                var services = EmbeddedServices.start(out().path(), workspace.state(), stream.bucket())) {
            Run.execute(settings, workspace, services, Run.Start.NEW,
                    Instant.parse("2026-01-01T00:00:00Z"), new PulledPlug());
        }
    }

    /// Ends a run once nine of ten records were handed over.
    private static final class PulledPlug implements Progress {
        @Override
        public void at(long fed, long bytes, long activePartitions, long objects) {
            if (fed >= RECORDS * 9 / 10) {
                throw new IllegalStateException("pulled the plug");
            }
        }

        @Override
        public void warning(String text) {}
    }

    private Outcome sluice(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", folder.resolve("stream.json").toString(),
                "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private Outcome resume() {
        return sluice("run", "--input", folder.resolve("in.ndjson").toString(), "--arrival", ".t", "--resume");
    }

    private Path segment() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("out/.sluice/s3/data-staging/segments"))) {
            return files.filter(Files::isRegularFile).min(Comparator.naturalOrder()).orElseThrow();
        }
    }

    /// The server keeps its notes on the file beside its bytes, and they stay.
    private static void flipFirstBit(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1;
        Files.write(file, bytes);
    }

    private Set<Integer> delivered() throws IOException {
        Set<Integer> numbers = new HashSet<>();
        for (var each : Delivered.lines(folder.resolve("out/data")).entrySet()) {
            for (String line : each.getValue()) {
                assertTrue(numbers.add(Integer.parseInt(line.replaceAll(".*\"n\":(\\d+).*", "$1"))), "twice: " + line);
            }
        }
        return numbers;
    }

    @Test
    void theOneThatIsNamedIsGivenUpAndAllElseIsDelivered() throws IOException {
        flipFirstBit(segment());
        Outcome stuck = resume();
        assertEquals(1, stuck.status(), stuck.toString());
        assertTrue(stuck.err().contains("fails its checksum"), stuck.err());
        int others = delivered().size();

        JsonNode listed = sluice("forfeit", "--json").json();
        assertEquals(1, listed.size(), listed.toString());
        String name = listed.path(0).path("name").asText();
        int records = listed.path(0).path("records").asInt();
        String key = "segments/s/" + segment().getFileName();
        assertTrue(name.matches(records + " records of k=[abc]/ at 0 of " + key), name);
        assertTrue(others >= 33, "two of three keys do not wait for the third: " + others);
        assertTrue(sluice("forfeit").out().startsWith(name + "\n"), "text names it too");

        for (String wrong : List.of("all", "", "*", name.substring(1), name + " ", key,
                name.replace("k=", "l="), name.replace(records + " records", records + 1 + " records"))) {
            Outcome refused = sluice("forfeit", "--give-up", wrong);
            assertEquals(2, refused.status(), refused.toString());
            assertTrue(refused.err().contains("Nothing was given up") && refused.err().contains(name), refused.err());
        }
        assertEquals(1, resume().status(), "a name that was refused gave nothing up");
        assertEquals(others, delivered().size());

        Outcome given = sluice("forfeit", "--give-up", name);
        assertEquals(0, given.status(), given.toString());
        assertTrue(given.out().contains("Given up: " + records + " records at 0 of " + key), given.out());
        assertEquals(0, sluice("forfeit", "--give-up", name).status(), "repeating it changes nothing");

        Outcome done = resume();
        assertEquals(1, done.status(), done.toString());
        assertTrue(done.err().contains(records + " records are in no object"), done.err());
        assertTrue(done.out().contains(" + " + records + " given up"), done.out());
        assertEquals(RECORDS - records, delivered().size());
        assertEquals(2, sluice("forfeit").status(), "the run is finished");
    }

    @Test
    void aSegmentThatIsRestoredIsDeliveredWholeAndNothingIsGivenUp() throws IOException {
        flipFirstBit(segment());
        assertEquals(1, resume().status());
        String name = sluice("forfeit", "--json").json().path(0).path("name").asText();
        flipFirstBit(segment());
        Outcome nothing = sluice("forfeit");
        assertEquals(0, nothing.status(), nothing.toString());
        assertEquals("No open delivery waits for a damaged chunk.", nothing.out().strip());
        assertEquals(2, sluice("forfeit", "--give-up", name).status());
        Outcome done = resume();
        assertEquals(0, done.status(), done.toString());
        assertEquals(RECORDS, delivered().size());
    }

    /// Nobody knows any more where in it the chunks were but the index.
    @Test
    void chunksOfASegmentThatIsGoneAreNamedOneByOne() throws IOException {
        Files.delete(segment());
        assertEquals(1, resume().status());
        List<String> names = new ArrayList<>();
        sluice("forfeit", "--json").json().forEach(chunk -> names.add(chunk.path("name").asText()));
        assertEquals(3, names.size(), names.toString());
        assertEquals(0, sluice("forfeit", "--give-up", names.get(1)).status());
        Outcome stuck = resume();
        assertEquals(1, stuck.status(), stuck.toString());
        assertTrue(stuck.err().contains("2 partitions can't be delivered"), stuck.err());
    }
}
