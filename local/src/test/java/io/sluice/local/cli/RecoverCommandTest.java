package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.run.OutFolder;
import io.sluice.local.run.Progress;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run is cut short, its index is lost, and it is finished all the same, as a user does it.
final class RecoverCommandTest {
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

    /// Three keys; a record each twelve seconds, ten minutes in all; every tenth is no JSON.
    @BeforeEach
    void input() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add(i % 10 == 9
                    ? "{\"broken\": " + i
                    : "{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i * 12) + ",\"n\":" + i + "}");
        }
        Files.write(folder.resolve("in.ndjson"), lines);
        Files.writeString(folder.resolve("stream.json"), CONFIGURATION);
    }

    private OutFolder out() {
        return OutFolder.of(folder.resolve("out").toString());
    }

    private Path state() {
        return folder.resolve("out/.sluice");
    }

    /// Ends the run once `records` were handed over.
    private void runUntil(long records) {
        assertThrows(IllegalStateException.class, () -> run(new Progress() {
            @Override
            public void at(long fed, long bytes, long activePartitions, long objects) {
                if (fed >= records) {
                    throw new IllegalStateException("pulled the plug");
                }
            }

            @Override
            public void warning(String text) {}
        }));
    }

    private void run(Progress progress) throws IOException {
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
                    Instant.parse("2026-01-01T00:00:00Z"), progress);
        }
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

    private void assertAllIsThere() {
        Outcome verified = sluice("verify", "--input", folder.resolve("in.ndjson").toString(), "--arrival", ".t");
        assertEquals(0, verified.status(), verified.out() + verified.err());
        assertTrue(verified.out().startsWith(
                "50 records accepted = 45 delivered + 5 rejected + 0 dropped + 0 pending"), verified.out());
    }

    private void loseTheIndex() throws IOException {
        Folders.delete(state().resolve("dynamodb"));
    }

    private static void assertDone(Outcome outcome) {
        assertEquals(0, outcome.status(), outcome.out() + outcome.err());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 25, 49})
    void aRunWhoseIndexIsLostIsRecoveredResumedAndVerified(int records) throws IOException {
        runUntil(records);
        loseTheIndex();
        assertDone(sluice("recover"));
        assertDone(resume());
        assertAllIsThere();
    }

    @Test
    void aRecoveryIsRepeatedWithoutHarmAndCanBeLostAgain() throws IOException {
        runUntil(25);
        loseTheIndex();
        assertDone(sluice("recover"));
        assertDone(sluice("recover"));
        loseTheIndex();
        assertDone(sluice("recover"));
        assertDone(resume());
        assertAllIsThere();
    }

    /// To the flusher an empty table is a stream that begins.
    @Test
    void aRunWhoseIndexIsLostIsNotResumedBeforeItIsRecovered() throws IOException {
        runUntil(25);
        loseTheIndex();
        Outcome refused = resume();
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("The index of the run in") && refused.err().contains("./sluice recover"),
                refused.err());
        assertDone(sluice("recover"));
        assertDone(resume());
        assertAllIsThere();
    }

    @Test
    void anIndexThatIsThereIsLeftAlone() {
        runUntil(25);
        Outcome refused = sluice("recover");
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("Nothing was changed"), refused.err());
        assertDone(resume());
        assertAllIsThere();
    }

    @Test
    void aRunIsNotRecoveredAsAnotherStreams() throws IOException {
        runUntil(25);
        loseTheIndex();
        Files.writeString(folder.resolve("stream.json"), CONFIGURATION.replace("\"s\"", "\"t\""));
        Outcome refused = sluice("recover");
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("was begun with another stream: \"s\", now \"t\""), refused.err());
    }

    @Test
    void thereIsNothingToRecoverInAFinishedRun() {
        assertDone(sluice("run", "--input", folder.resolve("in.ndjson").toString(), "--arrival", ".t"));
        Outcome refused = sluice("recover");
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("holds no interrupted run"), refused.err());
        assertTrue(refused.err().contains("name with --out the folder of one that was cut short"), refused.err());
    }
}
