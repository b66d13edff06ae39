package io.sluice.local.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.folder.StateFile;
import io.sluice.local.input.InputSources;
import io.sluice.local.report.RunCounts;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that ends too early, wherever it does, and is taken up again delivers every record once.
@Tag("long")
final class ResumeTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int RECORDS = 40;
    private static final Progress SILENT = new Progress() {
        @Override
        public void at(long records, long bytes, long activePartitions, long objects) {}

        @Override
        public void warning(String text) {}
    };

    @TempDir
    private Path folder = Path.of("");
    private final List<String> lines = new ArrayList<>();
    private String prefix = "all/";

    /// Forty records of 250 kB: four batches.
    @BeforeEach
    void input() throws IOException {
        for (int i = 0; i < RECORDS; i++) {
            lines.add("{\"n\":" + i + ",\"x\":\"" + "y".repeat(250_000) + "\"}");
        }
        Files.write(folder.resolve("in.ndjson"), lines);
    }

    private RunSettings settings(OptionalInt recordBytes) {
        byte[] json = """
                {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
                  "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::data","Prefix":"%s",
                  "ErrorOutputPrefix":"errors/","BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":60},
                  "ProcessingConfiguration":{"Enabled":true,"Processors":[{"Type":"AppendDelimiterToRecord"}]}}}
                """.formatted(prefix).getBytes(UTF_8);
        StreamConfiguration configuration = ConfigurationParser.parse(json).configuration().orElseThrow();
        return new RunSettings(configuration, json,
                InputSources.find(List.of(folder.resolve("in.ndjson").toString()), InputStream.nullInputStream(),
                        _ -> {}),
                RunSettings.Content.RECORDS, recordBytes, Optional.empty());
    }

    private Path path() {
        return folder.resolve("out");
    }

    private OutFolder out() {
        return OutFolder.of(path().toString());
    }

    private RunCounts run(Run.Start start, Instant now, Progress progress) throws IOException {
        Workspace workspace = start == Run.Start.NEW ? Workspace.create(out(), "data") : Workspace.resume(out());
        try (workspace; var services = EmbeddedServices.start(path(), workspace.state(), "data")) {
            return Run.execute(settings(OptionalInt.empty()), workspace, services, start, now, progress);
        }
    }

    private List<String> delivered() throws IOException {
        List<String> delivered = new ArrayList<>();
        try (Stream<Path> files = Files.walk(out().resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                delivered.addAll(Files.readAllLines(file));
            }
        }
        return delivered.stream().sorted().toList();
    }

    /// Ends the run once `records` were handed over.
    private static Progress endingAfter(long records) {
        return new Progress() {
            @Override
            public void at(long fed, long bytes, long activePartitions, long objects) {
                if (fed >= records) {
                    throw new IllegalStateException("pulled the plug");
                }
            }

            @Override
            public void warning(String text) {}
        };
    }

    @Test
    void aRunThatEndedWhileFeedingDeliversEveryRecordOnce() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, NOW, endingAfter(15)));
        assertThrows(IllegalStateException.class, () -> run(Run.Start.RESUMED, NOW.plusSeconds(100), endingAfter(25)));
        RunCounts counts = run(Run.Start.RESUMED, NOW.plusSeconds(200), SILENT);
        assertEquals(lines.stream().sorted().toList(), delivered());
        assertEquals(RECORDS, counts.recordsIn());
        assertEquals(RECORDS, counts.recordsDelivered());
        assertTrue(counts.balances());
    }

    @Test
    void aRunThatEndedBehindItsLastDeliveryDeliversNothingAgain() throws IOException {
        run(Run.Start.NEW, NOW, SILENT);
        RunCounts counts = run(Run.Start.RESUMED, NOW.plusSeconds(100), SILENT);
        assertEquals(lines.stream().sorted().toList(), delivered());
        assertEquals(RECORDS, counts.recordsDelivered());
        assertEquals(1, counts.objects());
    }

    @Test
    void whatAKilledServerLeftOfAnObjectIsRemoved() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, NOW, endingAfter(15)));
        Path killed = Files.createDirectories(out().resolve(".sluice-writing/66666666-7777-4888-9999-aaaaaaaaaaaa"));
        Files.writeString(killed.resolve("s-1-2026-01-01-00-00-00-11111111-2222-8333-8444-555555555555"),
                lines.getFirst());
        run(Run.Start.RESUMED, NOW.plusSeconds(100), SILENT);
        assertEquals(lines.stream().sorted().toList(), delivered());
        assertFalse(Files.exists(killed));
    }

    @Test
    void aRunIsNotTakenUpWithOtherRecords() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, NOW, endingAfter(15)));
        Files.writeString(folder.resolve("in.ndjson"), "{}\n");
        UsageException refused = assertThrows(UsageException.class, () -> run(Run.Start.RESUMED, NOW, SILENT));
        assertTrue(refused.getMessage().contains("was begun with another inputs"), refused.getMessage());
    }

    /// Its length tells a file from another one only where that differs.
    @Test
    void aRunIsNotTakenUpWithOtherRecordsOfTheSameLength() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, NOW, endingAfter(15)));
        Path in = folder.resolve("in.ndjson");
        Files.writeString(in, Files.readString(in).replaceFirst("[0-4]", "9"));
        UsageException refused = assertThrows(UsageException.class, () -> run(Run.Start.RESUMED, NOW, SILENT));
        assertTrue(refused.getMessage().contains("hold something else now"), refused.getMessage());
    }

    @Test
    void aBucketThatIsALinkHasItsObjectsAlreadyToo() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("object"), "{}\n");
        Files.createDirectories(path());
        Files.createSymbolicLink(path().resolve("data"), elsewhere);
        UsageException refused = assertThrows(UsageException.class, () -> Workspace.create(out(), "data"));
        assertTrue(refused.getMessage().contains("has objects already"), refused.getMessage());
    }

    /// Its batches would have other ids, or the same with other records.
    @Test
    void aRunIsNotTakenUpWithAnotherConfiguration() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, NOW, endingAfter(15)));
        prefix = "other/";
        UsageException refused = assertThrows(UsageException.class, () -> run(Run.Start.RESUMED, NOW, SILENT));
        assertTrue(refused.getMessage().contains("was begun with another configuration"), refused.getMessage());
        prefix = "all/";
        run(Run.Start.RESUMED, NOW, SILENT);
        assertEquals(lines.stream().sorted().toList(), delivered());
    }

    @Test
    void aNewRunDoesNotTakeTheFolderOfAnInterruptedOne() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, NOW, endingAfter(15)));
        UsageException refused = assertThrows(UsageException.class, () -> Workspace.create(out(), "data"));
        assertTrue(refused.getMessage().contains("--resume"), refused.getMessage());
    }

    /// Of a batch number that is another one, batches would be left out.
    @Test
    void damagedStateStopsAndIsNamed() throws IOException {
        assertThrows(IllegalStateException.class, () -> run(Run.Start.NEW, NOW, endingAfter(15)));
        new StateFile(out().resolve(".sluice/fed.json"))
                .write(new ObjectMapper().createObjectNode().put("batches", 0).put("clock", NOW.toString()));
        for (String name : List.of("run.json", "fed.json", "dynamodb/shared-local-instance.db")) {
            Path file = out().resolve(".sluice").resolve(name);
            byte[] whole = Files.readAllBytes(file);
            byte[] damaged = whole.clone();
            damaged[12] ^= 1;
            Files.write(file, damaged);
            var refused = assertThrows(UsageException.class, () -> run(Run.Start.RESUMED, NOW, SILENT));
            assertTrue(refused.getMessage().contains(file + ""), refused.getMessage());
            assertTrue(refused.getMessage().contains("restore it from a copy"), refused.getMessage());
            Files.write(file, whole);
        }
        run(Run.Start.RESUMED, NOW, SILENT);
    }

    /// A process can end while it deletes the state of a run that is done, or before a run has begun.
    @Test
    void stateWithoutARunIsNeverTakenForARuns() throws IOException {
        run(Run.Start.NEW, NOW, SILENT);
        Path state = out().resolve(".sluice");
        Files.delete(state.resolve("run.json"));
        Folders.delete(out().resolve("data"));
        assertFalse(RunState.isUnfinished(out()));
        try (Workspace next = Workspace.create(out(), "data"); Stream<Path> left = Files.list(state)) {
            assertEquals(List.of(), left.toList());
            next.finish();
        }
        assertFalse(Files.exists(state));
    }

    @Test
    void aFolderBelongsToOneRunAtATime() throws IOException {
        try (Workspace first = Workspace.create(out(), "data")) {
            UsageException refused = assertThrows(UsageException.class, () -> Workspace.create(out(), "data"));
            assertTrue(
                    refused.getMessage().contains(
                            "Another ./sluice (process " + ProcessHandle.current().pid() + ") is using the folder"),
                    refused.getMessage());
            first.finish();
        }
    }
}
