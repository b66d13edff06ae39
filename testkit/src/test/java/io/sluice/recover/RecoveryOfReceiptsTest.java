package io.sluice.recover;

import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.BufferInMemory;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.Sweep;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.ingest.IngestSummary;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Messages of a queue whose receipts are lost with the table. Message *n* is the text `a:n`.
final class RecoveryOfReceiptsTest {
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void whatWasDeliveredIsKnownWhenItComesAgain() {
        ingest(1, 2, 3);
        drain("first");
        recoverAnew();
        assertEquals(3, ingest(3, 1, 2, 4).repeated());
        assertDelivered(1, 2, 3, 4);
    }

    @Test
    void whatIsStagedAndNotFoldedIsTakenAndKnown() {
        ingest(1, 2);
        drain("first");
        ingest(3, 4);
        assertEquals(1, recoverAnew().entries());
        assertEquals(2, ingest(4, 5, 1).repeated());
        assertDelivered(1, 2, 3, 4, 5);
    }

    /// Attempts under other boundaries hold the same records; only what was accepted is taken.
    @Test
    void ofAttemptsThatOverlapTheAcceptedOnesAreTaken() {
        ingestInVain(1, 2, 3);
        ingest(2, 3, 4);
        ingestInVain(4, 5);
        assertEquals(1, recoverAnew().entries());
        assertEquals(3, ingest(1, 2, 3, 4, 5).repeated());
        assertDelivered(1, 2, 3, 4, 5);
    }

    /// Seed 4 of queues whose table is hard to recover: the manifest had forgotten the batch by then.
    @Test
    void aFoldedSegmentThatIsRestoredLaterIsKnownAndNotStagedAgain() {
        ingest(1, 2);
        drain("first");
        ObjectKey damaged = buffer.staging.contents().keySet().stream().filter(key -> key.startsWith("segments/"))
                .map(ObjectKey::new).filter(key -> !SegmentId.isAcceptedKey(key)).findFirst().orElseThrow();
        byte[] whole = buffer.staging.get(damaged);
        buffer.staging.put(damaged, Body.of(new byte[]{1, 2, 3}));
        String told = recoverAnew().unreadable().getFirst();
        assertTrue(told.startsWith(damaged + ": its records may come twice"), told);
        assertEquals(1, recover().unreadable().size(), "it is still damaged");
        buffer.staging.put(damaged, Body.of(whole));
        buffer.now = buffer.now.plus(Duration.ofHours(40));
        ingest(3);
        drain("meanwhile");
        RecoverySummary restored = recover();
        assertEquals(List.of(), restored.unreadable());
        assertEquals(0, restored.entries());
        assertEquals(2, ingest(1, 2, 4).repeated());
        assertDelivered(1, 2, 3, 4);
    }

    /// A run went on from nothing beside an unreadable segment, and was killed before its commit. Meanwhile one of its
    /// messages came again.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasLeftBesideARunThatBeganTheStreamIsTakenWhenItsReceiptsAreAskedFor(boolean comesAgain) {
        ingest(1, 2);
        ObjectKey damaged = buffer.staging.contents().keySet().stream().map(ObjectKey::new)
                .filter(key -> !SegmentId.isAcceptedKey(key)).findFirst().orElseThrow();
        byte[] whole = buffer.staging.get(damaged);
        buffer.staging.put(damaged, Body.of(new byte[]{1, 2, 3}));
        assertEquals(1, recoverAnew().unreadable().size());
        if (comesAgain) {
            ingest(1);
        }
        buffer.staging.put(damaged, Body.of(whole));
        buffer.now = buffer.now.plus(Duration.ofHours(2));
        BufferIndex dies = new PassingIndex(buffer.index) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                if (next.version() == 1) {
                    throw new IllegalStateException("killed");
                }
                return super.commit(expected, next);
            }
        };
        assertThrows(IllegalStateException.class,
                () -> new Flusher(settings(), new Buffer("quakes", buffer.staging, dies), buffer.data,
                        Workers.sequential(), () -> buffer.now).flush("killed", Planner.Mode.DRAIN, Deadline.NONE));
        buffer.now = buffer.now.plus(Duration.ofMinutes(16));
        assertTrue(recovery().recover(Deadline.NONE).unreadable().getFirst().contains("can be read now"));
        drain("meanwhile");
        buffer.now = buffer.now.plus(Duration.ofMinutes(16));
        RecoverySummary again = recovery().recover(Deadline.NONE);
        if (comesAgain) {
            assertTrue(again.unreadable().getFirst().contains("came again"), again.toString());
            assertDelivered(1);
        } else {
            assertEquals(1, again.entries());
            assertDelivered(1, 2);
        }
    }

    /// Receipts of what the sweep took are gone; that is the limit.
    @Test
    void whatIsSweptIsNotKnownAnyMore() {
        ingest(1, 2);
        drain("first");
        assertTrue(staged(), "it stays when it is delivered");
        buffer.now = buffer.now.plus(Duration.ofHours(28));
        new Sweep(settings(), new Buffer("quakes", buffer.staging, buffer.index), () -> buffer.now)
                .sweep(Deadline.NONE);
        assertTrue(!staged(), buffer.staging.contents().keySet().toString());
        recoverAnew();
        assertEquals(0, ingest(1, 3).repeated());
        assertDelivered(1, 1, 2, 3);
    }

    /// While an entry waits, so does the word that it was accepted.
    @Test
    void theSweepLeavesTheWordOfAnEntryThatIsNotFolded() {
        ingest(1);
        drain("first");
        buffer.now = buffer.now.plus(Duration.ofHours(1));
        ingest(2);
        buffer.now = buffer.now.plus(Duration.ofHours(40));
        new Sweep(settings(), new Buffer("quakes", buffer.staging, buffer.index), () -> buffer.now)
                .sweep(Deadline.NONE);
        assertEquals(1, buffer.staging.contents().keySet().stream()
                .filter(key -> SegmentId.isAcceptedKey(new ObjectKey(key))).count());
        assertEquals(1, recoverAnew().entries());
        assertDelivered(1, 2);
    }

    private boolean staged() {
        return buffer.staging.contents().keySet().stream().anyMatch(key -> key.startsWith("segments/"));
    }

    private IngestSummary ingest(int... messages) {
        return buffer.ingest(batch(messages));
    }

    /// An attempt that dies after its segment is put.
    private void ingestInVain(int... messages) {
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "throttled");
            }
        };
        assertThrows(StoreException.class,
                () -> buffer.ingest(buffer.staging, index).accept(batch(messages), Optional.empty()));
    }

    private SourceBatch batch(int... messages) {
        return new SourceBatch(SourceType.SQS, QUEUE, "",
                IntStream.of(messages).mapToObj(this::message).toList());
    }

    private SourceRecord message(int number) {
        byte[] body = ("a:" + number).getBytes(UTF_8);
        return SourceRecord.named("m" + number, buffer.now, body, RecordName.of(QUEUE, "m" + number, body));
    }

    private static FlushSettings settings() {
        FlushSettings usual = BufferInMemory.settings();
        return new FlushSettings(usual.plan(), usual.flushMemoryBytesMax(), usual.directoryBytesMax(), usual.slicing(),
                ReleasedSegments.KEPT);
    }

    private void drain(String run) {
        new Flusher(settings(), new Buffer("quakes", buffer.staging, buffer.index), buffer.data, Workers.sequential(),
                () -> buffer.now)
                .flush(run, Planner.Mode.DRAIN, Deadline.NONE);
    }

    private RecoverySummary recoverAnew() {
        buffer.index.lose();
        buffer.index.replace();
        return recover();
    }

    private RecoverySummary recover() {
        buffer.now = buffer.now.plus(Duration.ofMinutes(16));
        return recovery().recover(Deadline.NONE);
    }

    private Recovery recovery() {
        RecoverySettings settings = new RecoverySettings(4, RecoverySettings.INVOCATION_MAX, ReleasedSegments.KEPT,
                Optional.empty());
        return new Recovery(settings, new Buffer("quakes", buffer.staging, buffer.index), buffer.data, buffer.index,
                Workers.sequential(), () -> buffer.now);
    }

    private void assertDelivered(int... messages) {
        drain("last");
        List<String> expected = IntStream.of(messages).mapToObj(number -> "a:" + number).sorted().toList();
        assertEquals(expected, buffer.delivered("key=a").stream().sorted().toList());
    }
}
