package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.local.folder.StateFile;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.testkit.wire.Gzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Error objects put in again, with a transform function that fails where a test wants it.
final class RedrivesTest {
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-11-22T12:00:00Z"));

    @TempDir
    private Path folder = Path.of("");
    private final List<String> batches = new ArrayList<>();
    private Delimiting delimiting = Delimiting.NEWLINE;
    private int failsAt = -1;
    private Applied applied = Applied.YES;

    private enum Applied {
        YES, NO
    }

    /// Remembers which records came together, and fails at one call, before or after that.
    private void stage(SourceBatch batch) throws IOException {
        boolean fails = failsAt == 0;
        failsAt--;
        if (fails && applied == Applied.NO) {
            throw new IOException("killed");
        }
        batches.add(batch.records().stream().map(SourceRecord::recordId).toList().toString());
        if (fails) {
            throw new IOException("killed");
        }
    }

    private Redrives start() throws IOException {
        return new Redrives(folder.resolve("redriven"), "s", () -> delimiting, this::stage, NOON);
    }

    private static String errors(int records, int bytes) {
        var lines = new StringBuilder();
        for (int i = 0; i < records; i++) {
            String raw = Base64.getEncoder().encodeToString((i + "x".repeat(bytes)).getBytes(StandardCharsets.UTF_8));
            lines.append("{\"attemptsMade\":1,\"arrivalTimestamp\":1517942400000,\"errorCode\":\"c\",\"errorMessage\":"
                    + "\"m\",\"attemptEndingTimestamp\":1517942400000,\"rawData\":\"").append(raw).append("\"}\n");
        }
        return lines.toString();
    }

    private static Redrives.Opening object(byte[] content) {
        return key -> key.equals("gone")
                ? Optional.empty()
                : Optional.of(new BucketContent.Opened(new ByteArrayInputStream(content), ""));
    }

    private static Redrives.Opening object(String content) {
        return object(content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anObjectIsRedrivenOnceInThisProcessAndTheNext() throws IOException {
        var redrives = start();
        assertEquals(new Redriven.Now(3, 0), redrives.redrive("b", "e/1", object(errors(3, 10))));
        assertEquals(new Redriven.Earlier(3), redrives.redrive("b", "e/1", object(errors(3, 10))));
        assertEquals(new Redriven.Earlier(3), start().redrive("b", "e/1", object(Gzip.of(errors(3, 10)))),
                "packed otherwise it is the same object");
        assertEquals(1, batches.size());
        assertEquals(Optional.empty(), start().doubtfulSince());
    }

    @Test
    void cutShortItIsFinishedAsItWasBegunWhateverIsAppendedByThen() throws IOException {
        String raw = Base64.getEncoder().encodeToString("{\"k\":1}\n{\"k\":2}\n".getBytes(StandardCharsets.UTF_8));
        String line = errors(1, 1).replace("\"errorCode\":\"c\"", "\"errorCode\":\"Sluice.DeliveryRefused\"")
                .replaceFirst("\"rawData\":\"[^\"]*\"", "\"rawData\":\"" + raw + "\"");
        failsAt = 0;
        assertThrows(IOException.class, () -> start().redrive("b", "e/1", object(line)));
        delimiting = Delimiting.NONE;
        start().settle();
        assertEquals(2, batches.size());
        assertEquals(1, new TreeSet<>(batches).size(), batches.toString());
    }

    @Test
    void aMarkThatDoesNotTellGoesOnAsTheStreamDelimits() throws IOException {
        failsAt = 0;
        assertThrows(IOException.class, () -> start().redrive("b", "e/1", object(errors(2, 10))));
        try (var files = Files.list(folder.resolve("redriven"))) {
            Path mark = files.filter(each -> each.toString().endsWith(".json")).findFirst().orElseThrow();
            ObjectNode told = (ObjectNode) new StateFile(mark).read().orElseThrow();
            told.remove("delimiting");
            new StateFile(mark).write(told);
            start().settle();
            assertTrue(Files.readString(mark).contains("NEWLINE"), Files.readString(mark));
        }
    }

    @Test
    void askedForByTwoAtOnceItIsRedrivenOnce() throws Exception {
        var redrives = start();
        try (var two = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Redriven> press = () -> redrives.redrive("b", "e/1", object(errors(3, 10)));
            Set<Redriven> answers = new HashSet<>();
            for (var answer : two.invokeAll(List.of(press, press))) {
                answers.add(answer.get());
            }
            assertEquals(Set.of(new Redriven.Now(3, 0), new Redriven.Earlier(3)), answers);
        }
        assertEquals(1, batches.size());
    }

    @Test
    void otherKeysAndOtherContentsAreOtherObjectsWithOtherIds() throws IOException {
        var redrives = start();
        redrives.redrive("b", "e/1", object(errors(1, 10)));
        redrives.redrive("b", "e/2", object(errors(1, 10)));
        redrives.redrive("b", "e/1", object(errors(1, 11)));
        assertEquals(3, new TreeSet<>(batches).size(), batches.toString());
        assertEquals(3, redrives.records());
    }

    @ParameterizedTest
    @CsvSource({"0,YES", "0,NO", "1,YES", "1,NO", "2,YES", "2,NO"})
    void cutShortAnywhereItIsFinishedByTheNextStartInTheSameBatches(int at, Applied wasApplied) throws IOException {
        failsAt = at;
        applied = wasApplied;
        // Two of them are too much for a batch.
        String content = errors(3, 1_500_000);
        assertThrows(IOException.class, () -> start().redrive("b", "e/1", object(content)));

        var next = start();
        assertEquals(Optional.of(Instant.EPOCH), next.doubtfulSince(), "the flusher must not forget meanwhile");
        assertEquals(3, next.records());
        next.settle();
        assertEquals(Optional.empty(), next.doubtfulSince());
        assertEquals(new Redriven.Earlier(3), next.redrive("b", "e/1", object(content)));
        assertEquals(3, new TreeSet<>(batches).size(), "a batch that came twice is the same batch: " + batches);
        assertEquals(3, new TreeSet<>(batches).stream().mapToInt(each -> each.split(",", -1).length).sum());
    }

    @Test
    void askedForAgainWhileItIsCutShortItGoesOn() throws IOException {
        failsAt = 0;
        var redrives = start();
        assertThrows(IOException.class, () -> redrives.redrive("b", "e/1", object(errors(2, 10))));
        assertEquals(Optional.of(NOON.instant()), redrives.doubtfulSince());
        assertEquals(new Redriven.Now(2, 0), redrives.redrive("b", "e/1", object(errors(2, 10))));
        assertEquals(1, new TreeSet<>(batches).size());
    }

    @Test
    void linesThatAreNoErrorRecordsAreLeftOutAndCounted() throws IOException {
        assertEquals(new Redriven.Now(1, 1),
                start().redrive("b", "e/1", object("{\"k\":1}\n" + errors(1, 10))));
    }

    @Test
    void whatIsNotThereOrNoErrorObjectOrDamagedIsRefusedAndMayComeAgain() throws IOException {
        var redrives = start();
        byte[] whole = Gzip.of(errors(50, 10));
        assertInstanceOf(Redriven.Refused.class, redrives.redrive("b", "gone", object("")));
        assertInstanceOf(Redriven.Refused.class, redrives.redrive("b", "e/1", object("{\"k\":1}\n")));
        assertInstanceOf(Redriven.Refused.class,
                redrives.redrive("b", "e/1", object(Arrays.copyOf(whole, whole.length - 9))));
        assertEquals(List.of(), batches);
        assertEquals(0, redrives.records());
        assertEquals(new Redriven.Now(50, 0), redrives.redrive("b", "e/1", object(whole)));
    }

    @Test
    void withoutItsCopyAnUnfinishedRedriveSaysWhatToDo() throws IOException {
        failsAt = 0;
        assertThrows(IOException.class, () -> start().redrive("b", "e/1", object(errors(2, 10))));
        try (var files = Files.list(folder.resolve("redriven"))) {
            for (Path copy : files.filter(each -> each.toString().endsWith(".object")).toList()) {
                Files.delete(copy);
            }
        }
        var failure = assertThrows(IOException.class, () -> start().settle());
        assertTrue(String.valueOf(failure.getMessage()).contains("restore it, or delete"), failure.toString());
    }

    /// One bit of every byte, and every length: no record that was altered or cut off is staged, and none is given up.
    @Test
    void aDamagedCopyIsNeverStagedAndTheObjectItselfMends() throws IOException {
        String content = errors(2, 10);
        failsAt = 0;
        assertThrows(IOException.class, () -> start().redrive("b", "e/1", object(content)));
        Path copy;
        try (var files = Files.list(folder.resolve("redriven"))) {
            copy = files.filter(each -> each.toString().endsWith(".object")).findFirst().orElseThrow();
        }
        byte[] whole = Files.readAllBytes(copy);
        batches.clear();
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 4;
            for (byte[] bytes : List.of(damaged, Arrays.copyOf(whole, at))) {
                Files.write(copy, bytes);
                var failure = assertThrows(IOException.class, () -> start().settle());
                assertTrue(String.valueOf(failure.getMessage()).contains("is damaged"), failure.toString());
            }
        }
        assertEquals(List.of(), batches);
        assertEquals(new Redriven.Now(2, 0), start().redrive("b", "e/1", object(content)));
        assertEquals(1, batches.size());
    }
}
