package io.sluice.recover;

import io.sluice.firehose.SourceBatch;
import io.sluice.flush.BufferInMemory;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.TableLostException;
import io.sluice.index.Buffer;
import io.sluice.index.RecoveryProgress;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.manifest.SealedBatches;
import io.sluice.manifest.SealingLimits;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// A lost table of a stream whose folded batches are in objects of their own.
final class RecoveryOfFoldedBatchesTest {
    private static final SealingLimits LIMITS = new SealingLimits(Duration.ofMinutes(20), 0, 1_000, 100, 2, 1_000, 4);

    private final BufferInMemory buffer = new BufferInMemory();

    /// A batch that came late was folded and sealed, its clean-up failed, and another was staged and not folded.
    @BeforeEach
    void loseTheTable() {
        SourceBatch late = buffer.batch("late", "a:1");
        later(Duration.ofHours(1));
        buffer.ingest(late);
        Map<String, byte[]> segments = buffer.staging.contents();
        assertEquals(1, flush("first").batchesFolded());
        segments.forEach((key, bytes) -> buffer.staging.put(new ObjectKey(key), Body.of(bytes)));
        buffer.ingest(buffer.batch("new", "a:2"));
        assertEquals(1, objects().size());
        buffer.index.lose();
        buffer.index.replace();
        later(Duration.ofMinutes(16));
    }

    @Test
    void whatIsSealedIsKnownAndNotFoldedAgain() {
        RecoverySummary summary = recover();
        assertEquals(1, summary.entries());
        assertEquals(List.of(), summary.unreadable());
        assertEquals(1, flush("after").batchesFolded());
        assertEquals(List.of("a:1", "a:2"), buffer.delivered("key=a"));
    }

    @Test
    void segmentsOfMinutesWhoseObjectIsGoneAreLeftAloneAndNamedUntilItIsBack() {
        ObjectKey object = objects().getFirst();
        byte[] bytes = buffer.staging.get(object);
        buffer.staging.delete(List.of(object));
        RecoverySummary summary = recover();
        assertEquals(1, summary.entries(), "what is of other minutes");
        assertEquals(1, summary.unreadable().size());
        assertTrue(summary.unreadable().getFirst().contains("it may be delivered: " + object),
                summary.unreadable()::toString);
        assertEquals(RecoveryProgress.OPEN, buffer.index.recovery());
        assertEquals(1, flush("after").batchesFolded());
        assertFalse(sweeps(), "while it is not known what is needed");
        buffer.staging.put(object, Body.of(bytes));
        later(Duration.ofMinutes(16));
        RecoverySummary again = recover();
        assertEquals(0, again.entries(), "it is folded");
        assertEquals(List.of(), again.unreadable());
        assertEquals(RecoveryProgress.ENDED, buffer.index.recovery());
        flush("last");
        assertEquals(List.of("a:1", "a:2"), buffer.delivered("key=a"));
    }

    @Test
    void anObjectIsReadOnceHoweverManySegmentsAreAskedFor() {
        CountingObjectStore counting = new CountingObjectStore(buffer.staging);
        recover(counting);
        assertEquals(1, reads(counting));
        flush("after");
        buffer.index.lose();
        buffer.index.replace();
        buffer.staging.delete(buffer.staging.contents().keySet().stream().filter(key -> key.startsWith("segments/"))
                .map(ObjectKey::new).toList());
        later(Duration.ofMinutes(16));
        CountingObjectStore nothingStaged = new CountingObjectStore(buffer.staging);
        recover(nothingStaged);
        assertEquals(1, reads(nothingStaged));
    }

    /// Two runs sealed the same batches under other names and decided the same; a sweep took the object of the one that
    /// was not committed.
    @Test
    void ofTwoManifestsThatAreAsGoodTheOneWhoseFoldedBatchesAreThereIsGoneOnWith() {
        ObjectKey committed = buffer.staging.contents().keySet().stream().filter(key -> key.startsWith("manifests/"))
                .map(ObjectKey::new).toList().getLast();
        Manifest manifest = Manifest.decode(buffer.staging.get(committed));
        SealedBatches sealed = manifest.folded().sealed().getFirst();
        SealedBatches other = new SealedBatches(sealed.slot(), sealed.foldedUntil(), sealed.size(), 1, 2);
        Manifest rival = new Manifest(manifest.version(), manifest.shardCount(), manifest.segments(),
                manifest.pending(), manifest.deliveries(), manifest.folded().joining(List.of(sealed), other),
                manifest.tally(), manifest.origin(), manifest.positions(), manifest.landed());
        String version = committed.value().substring(0, committed.value().lastIndexOf('-') + 1);
        buffer.staging.put(new ObjectKey(version + "a"), Body.of(rival.encode()));
        later(Duration.ofMinutes(16));
        RecoverySummary summary = recover();
        assertEquals(Optional.of(committed), summary.manifest());
        assertEquals(List.of(), summary.unreadable());
        flush("after");
        assertEquals(List.of("a:1", "a:2"), buffer.delivered("key=a"));
    }

    private static long reads(CountingObjectStore counting) {
        return counting.requests.stream().filter(each -> each.startsWith("GET folded/")).count();
    }

    private boolean sweeps() {
        try {
            buffer.sweep();
            return true;
        } catch (TableLostException _) {
            return false;
        }
    }

    private RecoverySummary recover() {
        return recover(new CountingObjectStore(buffer.staging));
    }

    private RecoverySummary recover(CountingObjectStore staging) {
        return new Recovery(new RecoverySettings(4, Duration.ofMinutes(15), ReleasedSegments.DELETED, Optional.empty()),
                new Buffer("quakes", staging, buffer.index), buffer.data, buffer.index, Workers.sequential(),
                () -> buffer.now).recover(Deadline.NONE);
    }

    private FlushSummary flush(String run) {
        FlushSettings usual = BufferInMemory.settings();
        FlushSettings settings = new FlushSettings(usual.plan(), usual.flushMemoryBytesMax(), usual.directoryBytesMax(),
                usual.slicing(), usual.released(), LIMITS);
        return new Flusher(settings, new Buffer("quakes", buffer.staging, buffer.index), buffer.data,
                Workers.sequential(), () -> buffer.now).flush(run, Planner.Mode.DRAIN, Deadline.NONE);
    }

    private void later(Duration by) {
        buffer.now = buffer.now.plus(by);
    }

    private List<ObjectKey> objects() {
        return buffer.staging.contents().keySet().stream().filter(key -> key.startsWith("folded/")).map(ObjectKey::new)
                .toList();
    }
}
