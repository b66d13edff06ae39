package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.flush.BufferInMemory;
import io.sluice.flush.ReleasedSegments;
import io.sluice.index.Buffer;
import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.objects.ObjectKey;
import io.sluice.recover.Recovery;
import io.sluice.recover.RecoverySettings;
import io.sluice.testkit.promise.RecordedZlib;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What an earlier build wrote of a buffer is read by this one, whole and once.
final class RecordedBufferTest {
    private static final Map<String, List<String>> RECORDS = Map.of("key=a",
            List.of("a:1", "a:2", "a:3", "a:4", "a:firehose 1", "a:firehose 3", "a:message 1", "a:message 2",
                    "a:message 3"),
            "key=b", List.of("b:firehose 2"));

    private static List<String> recorded() throws IOException {
        try (var in = Objects.requireNonNull(RecordedBufferTest.class.getResourceAsStream("buffer-format-1.txt"))) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }

    private static void assertDelivered(BufferInMemory buffer) {
        buffer.drain("last");
        RECORDS.forEach((folder, lines) -> assertEquals(lines, buffer.delivered(folder), folder));
        List<String> errors = buffer.delivered("errors/metadata-extraction-failed");
        assertEquals(1, errors.size(), buffer.delivered().toString());
        assertEquals(3, buffer.delivered().size(), buffer.delivered().toString());
    }

    @Test
    void whatWasFoldedAndWhatWasStagedIsDelivered() throws IOException {
        BufferInMemory buffer = RecordedBuffer.whole(recorded());
        assertEquals(3, buffer.index.state().orElseThrow().version());
        assertEquals(Optional.of(RecordedBuffer.LANES), buffer.index.bufferCounts());
        assertDelivered(buffer);
    }

    /// A build that it may be taken back to reads what was recorded, and knows of nothing else.
    @Test
    void whatIsWrittenIsWhatWasRecorded() throws IOException {
        assumeTrue(RecordedZlib.isThisOne(), "this JDK deflates otherwise; what it writes the other tests read");
        List<String> recorded = recorded();
        List<String> written = RecordedBuffer.record();
        assertEquals(recorded.size(), written.size(), written.toString());
        assertEquals(recorded, IntStream.range(0, recorded.size())
                .mapToObj(line -> withLengthsOf(recorded.get(line), written.get(line))).toList());
    }

    /// A landing of objects as long as those that were recorded: how long one is depends on what compresses it, a
    /// native library or the JDK.
    private static String withLengthsOf(String recorded, String written) {
        if (!written.startsWith("object landings/")) {
            return written;
        }
        Landing landing = landing(written);
        List<LandedObject> lengths = landing(recorded).landed().objects();
        List<LandedObject> objects = IntStream.range(0, lengths.size()).mapToObj(object -> {
            LandedObject each = landing.landed().objects().get(object);
            return new LandedObject(each.key(), each.kind(), lengths.get(object).bytes(), each.records(),
                    each.oldestArrival(), each.newestArrival());
        }).toList();
        Landing same = new Landing(landing.version(), landing.cause(),
                new Landed(landing.landed().at(), landing.landed().previous(), objects));
        return written.substring(0, written.lastIndexOf(' ') + 1) + Base64.getEncoder().encodeToString(same.encode());
    }

    private static Landing landing(String line) {
        String[] parts = line.split(" ", 3);
        return Landing.decode(new ObjectKey(parts[1]), Base64.getDecoder().decode(parts[2]));
    }

    @Test
    void whatLandedIsRead() throws IOException {
        BufferInMemory buffer = RecordedBuffer.whole(recorded());
        List<LandingLog.Step> steps = new LandingLog(new Buffer("quakes", buffer.staging, buffer.index)).steps(0)
                .toList();
        assertTrue(steps.getFirst() instanceof LandingLog.Step.Came(Landing landing) && landing.version() == 2
                && landing.landed().objects().getFirst().records() == 1, steps.toString());
        assertEquals(1, steps.size());
    }

    @Test
    void whatItsSourcesRepeatIsKnown() throws IOException {
        BufferInMemory buffer = RecordedBuffer.whole(recorded());
        assertEquals(2, RecordedBuffer.stageNamed(buffer, 2, 3).repeated());
        assertEquals(4, RecordedBuffer.stageNumbered(buffer).repeated());
        RecordedBuffer.ingest(buffer);
        assertDelivered(buffer);
    }

    @Test
    void aTableThatIsLostIsMadeAgainOfTheObjects() throws IOException {
        BufferInMemory buffer = RecordedBuffer.objects(recorded());
        buffer.now = buffer.now.plus(RecoverySettings.INVOCATION_MAX).plusSeconds(60);
        var recovery = new Recovery(
                new RecoverySettings(4, RecoverySettings.INVOCATION_MAX, ReleasedSegments.DELETED, Optional.empty()),
                new Buffer("quakes", buffer.staging, buffer.index), buffer.data, buffer.index, Workers.sequential(),
                () -> buffer.now);
        assertTrue(recovery.recover(Deadline.NONE).complete());
        assertDelivered(buffer);
    }
}
