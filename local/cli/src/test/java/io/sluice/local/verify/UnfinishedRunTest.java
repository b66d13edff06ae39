package io.sluice.local.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.evidence.StagedRecords;
import io.sluice.local.evidence.StreamWitness;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.input.InputSources;
import io.sluice.local.records.InputSource;
import io.sluice.local.run.Progress;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that was cut short: what it staged is pending, what it has not read is not lost.
final class UnfinishedRunTest {
    private static final byte[] CONFIGURATION = """
            {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
              "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::data","Prefix":"all/",
              "ErrorOutputPrefix":"errors/","BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":60},
              "ProcessingConfiguration":{"Enabled":true,"Processors":[{"Type":"AppendDelimiterToRecord"}]}}}
            """.getBytes(UTF_8);
    private static final StreamConfiguration STREAM = ConfigurationParser.parse(CONFIGURATION).configuration()
            .orElseThrow();

    @TempDir
    private Path folder = Path.of("");

    /// Forty records of 250 kB, one every ten seconds.
    @BeforeEach
    void input() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            lines.add("{\"n\":" + i + ",\"x\":\"" + "y".repeat(250_000) + "\"}");
        }
        Files.write(folder.resolve("in.ndjson"), lines);
    }

    @Tag("long")
    @Test
    void whatIsStagedIsPendingAndTheRestIsNotFed() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, 30));
        Verdict verdict = verify();
        assertTrue(verdict.agrees(), verdict.findings().toString());
        assertTrue(verdict.unfinished());
        assertTrue(verdict.delivered() > 0, verdict.toString());
        assertTrue(verdict.pending() > 0, verdict.toString());
        assertEquals(40, verdict.delivered() + verdict.pending() + verdict.notFed());
        assertTrue(verdict.balances(), verdict.toString());
        run(Run.Start.RESUMED, Long.MAX_VALUE);
        Verdict finished = verify();
        assertEquals(0, finished.pending());
        assertEquals(40, finished.delivered());
        assertTrue(finished.agrees(), finished.findings().toString());
    }

    @Test
    void whatIsDeliveredTooOftenIsFoundInAnUnfinishedRunToo() throws IOException {
        run(Run.Start.NEW, Long.MAX_VALUE);
        Path object;
        try (var files = Files.walk(folder.resolve("out/data"))) {
            object = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        String name = object.getFileName().toString();
        Files.copy(object, object.resolveSibling(name.substring(0, name.length() - 12) + "0123456789ab"));
        Verdict verdict = verify();
        assertTrue(verdict.counts().getOrDefault(Finding.Kind.DOUBLED, 0L) > 0, verdict.toString());
    }

    private List<InputSource> inputs() {
        return InputSources.find(List.of(folder.resolve("in.ndjson").toString()), InputStream.nullInputStream(),
                _ -> {});
    }

    private void run(Run.Start start, long endAfter) throws IOException {
        Path out = folder.resolve("out");
        RunSettings settings = new RunSettings(STREAM, CONFIGURATION, inputs(), RunSettings.Content.RECORDS,
                OptionalInt.empty(), Optional.of(".n*10"));
        Workspace workspace = start == Run.Start.NEW
                ? Workspace.create(OutFolder.of(out.toString()), "data")
                : Workspace.resume(OutFolder.of(out.toString()));
        try (workspace; var services = EmbeddedServices.start(out, workspace.state(), "data")) {
            Run.execute(settings, workspace, services, start, Instant.parse("2026-01-01T00:00:00Z"),
                    new Progress() {
                        @Override
                        public void at(long fed, long bytes, long activePartitions, long objects) {
                            if (fed >= endAfter) {
                                throw new IllegalStateException("pulled the plug");
                            }
                        }

                        @Override
                        public void warning(String text) {}
                    });
        }
    }

    private Verdict verify() throws IOException {
        Path out = folder.resolve("out");
        var request = new Verification.Request(CONFIGURATION, new StreamWitness(STREAM, Optional.of(".n*10")), out,
                List.of(new InputFile("0", "in.ndjson", () -> Files.newInputStream(folder.resolve("in.ndjson")),
                        Optional.empty())),
                InputForm.LINES, true, OptionalInt.empty(), 20);
        try (Workspace workspace = Workspace.resume(OutFolder.of(out.toString()));
                var services = EmbeddedServices.start(out, workspace.state(), "data");
                var staged = new StagedRecords("s", services)) {
            return Verification.of(request, Optional.of(staged), _ -> {});
        }
    }
}
