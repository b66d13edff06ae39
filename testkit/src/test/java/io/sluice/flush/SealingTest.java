package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.manifest.SealingLimits;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Folded batches that left the manifest for objects of their own.
final class SealingTest {
    /// No old id stays, and a slot has two objects at most.
    private static final SealingLimits LIMITS = new SealingLimits(Duration.ofMinutes(20), 0, 1_000, 100, 2, 1_000, 4);

    private final BufferInMemory buffer = new BufferInMemory();
    private Map<String, byte[]> segments = Map.of();

    /// Two batches of noon, sealed in the run of the third, which is of 12:40.
    @BeforeEach
    void sealTwo() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.ingest(buffer.batch("two", "a:2"));
        segments = buffer.staging.contents();
        assertEquals(2, flush("first").batchesFolded());
        assertEquals(List.of(), objects());
        later(Duration.ofMinutes(40));
        buffer.ingest(buffer.batch("three", "a:3"));
        assertEquals(1, flush("second").batchesFolded());
        assertEquals(1, objects().size());
        assertEquals(1, folded().held());
    }

    @Test
    void aRetryIsKnownByTheObjectOfItsMinutes() {
        FlushSummary again = retried("one", "a:1");
        assertEquals(1, again.batchesRepeated());
        assertEquals(List.of(), again.problems());
        assertEquals(0, buffer.index.entries());
        assertEquals(List.of("a:1", "a:2", "a:3"), buffer.delivered("key=a"));
    }

    @Test
    void anOrdinaryRunReadsAndWritesNoObject() {
        later(Duration.ofMinutes(1));
        buffer.ingest(buffer.batch("four", "a:4"));
        CountingObjectStore counting = new CountingObjectStore(buffer.staging);
        assertEquals(1, flush("third", counting, buffer.index).batchesFolded());
        assertTrue(counting.requests.stream().noneMatch(each -> each.contains("folded/")), counting.requests::toString);
    }

    @Test
    void aRetryCostsOneRequestForEachObjectOfItsMinutesHoweverManyCome() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.ingest(buffer.batch("two", "a:2"));
        CountingObjectStore counting = new CountingObjectStore(buffer.staging);
        assertEquals(2, flush("third", counting, buffer.index).batchesRepeated());
        assertEquals(1, counting.requests.stream().filter(each -> each.contains("folded/")).count(),
                counting.requests::toString);
    }

    @Test
    void whatComesLateMakesAnotherObjectOfItsMinutesAndManyAreJoined() {
        Instant noon = BufferInMemory.NOON;
        Instant present = buffer.now;
        for (int i = 0; i < 5; i++) {
            buffer.now = noon.plusSeconds(i);
            var late = buffer.batch("late " + i, "a:late" + i);
            buffer.now = present;
            buffer.ingest(late);
            assertEquals(1, flush("late " + i).batchesFolded());
            assertTrue(named() <= 2, named() + " objects after " + i);
        }
        assertEquals(7, folded().sealed().stream().mapToInt(each -> each.size()).sum());
        for (int i = 0; i < 5; i++) {
            assertEquals(1, retried("late " + i, "a:late" + i).batchesRepeated());
        }
        assertEquals(1, retried("two", "a:2").batchesRepeated());
        assertEquals(8, buffer.delivered("key=a").size());
    }

    @Test
    void anObjectThatIsDamagedHoldsUpWhatCameLateOfItsMinutesAndNothingElse() {
        ObjectKey key = objects().getFirst();
        byte[] whole = buffer.staging.get(key);
        byte[] damaged = whole.clone();
        damaged[9] ^= 4;
        buffer.staging.put(key, Body.of(damaged));
        refusesToGuess(key);
        buffer.staging.put(key, Body.of(whole));
        FlushSummary restored = flush("restored");
        assertEquals(List.of(), restored.problems());
        assertEquals(1, restored.batchesRepeated());
        assertEquals(List.of("a:1", "a:2", "a:3", "a:4"), buffer.delivered("key=a"));
    }

    @Test
    void anObjectThatIsGoneHoldsUpWhatCameLateOfItsMinutesAndNothingElse() {
        ObjectKey key = objects().getFirst();
        buffer.staging.delete(List.of(key));
        refusesToGuess(key);
    }

    @Test
    void whatWaitsForAnObjectThatIsLostForGoodIsFoldedOnAnOperatorsWord() {
        ObjectKey key = objects().getFirst();
        buffer.staging.delete(List.of(key));
        buffer.now = BufferInMemory.NOON.plusSeconds(9);
        var late = buffer.batch("late", "a:late");
        later(Duration.ofMinutes(40));
        buffer.ingest(late);
        assertEquals(0, flush("third").batchesFolded());
        buffer.staging.put(new ObjectKey(
                key.value().replace("folded/quakes/", "damaged/quakes/folded-")), Body.of(new byte[0]));
        FlushSummary given = flush("fourth");
        assertEquals(List.of(), given.problems());
        assertEquals(1, given.batchesFolded());
        assertEquals(1, retried("late", "a:late").batchesRepeated());
    }

    private void refusesToGuess(ObjectKey key) {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.ingest(buffer.batch("four", "a:4"));
        FlushSummary run = flush("third");
        assertEquals(1, run.batchesFolded(), "what is of other minutes");
        assertEquals(0, run.batchesRepeated());
        assertEquals(1, buffer.index.entries(), "its entry waits");
        assertEquals(1, run.problems().size());
        assertTrue(run.problems().getFirst().startsWith(key + ", which tells which batches"), run.problems()::toString);
        assertEquals(1, flush("fourth").problems().size(), "every run names it");
        later(Duration.ofDays(3));
        buffer.ingest(buffer.batch("five", "b:5"));
        flush("fifth");
        assertEquals(2, named(), "nothing is forgotten meanwhile");
        buffer.now = buffer.now.minus(Duration.ofDays(3));
    }

    @Test
    void anObjectThatCannotBeReadNowFailsTheRun() {
        buffer.ingest(buffer.batch("one", "a:1"));
        ObjectStore throttled = new PassingObjectStore(buffer.staging) {
            @Override
            public byte[] get(ObjectKey key) {
                if (key.value().startsWith("folded/")) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
                }
                return super.get(key);
            }
        };
        assertThrows(StoreException.class, () -> flush("third", throttled, buffer.index));
        assertEquals(1, flush("fourth").batchesRepeated());
    }

    @Test
    void whatCannotBeWrittenStaysInTheManifestAndIsNamed() {
        for (StoreException.Kind kind : List.of(StoreException.Kind.REFUSED, StoreException.Kind.UNKNOWN)) {
            later(Duration.ofMinutes(40));
            buffer.ingest(buffer.batch("more " + kind, "a:more"));
            ObjectStore failing = new PassingObjectStore(buffer.staging) {
                @Override
                public void put(ObjectKey key, Body body) {
                    if (key.value().startsWith("folded/")) {
                        if (kind == StoreException.Kind.UNKNOWN) {
                            super.put(key, body);
                        }
                        throw new StoreException(kind, "PUT " + key);
                    }
                    super.put(key, body);
                }
            };
            FlushSummary run = flush("failing " + kind, failing, buffer.index);
            assertEquals(1, run.batchesFolded());
            assertTrue(run.problems().getFirst().contains("the manifest keeps ids of folded batches"),
                    run.problems()::toString);
            assertTrue(folded().held() >= 2);
        }
        assertEquals(1, named());
        assertEquals(1, retried("three", "a:3").batchesRepeated());
        later(Duration.ofMinutes(1));
        buffer.ingest(buffer.batch("last", "a:last"));
        flush("last");
        assertEquals(1, retried("three", "a:3").batchesRepeated());
    }

    @Test
    void ofTwoRunsThatSealTheSameMinutesOneIsCommittedAndNoObjectOfTheOtherIsNamed() {
        later(Duration.ofMinutes(40));
        buffer.ingest(buffer.batch("four", "a:4"));
        ObjectStore overtaken = new PassingObjectStore(buffer.staging) {
            private boolean done;

            @Override
            public void put(ObjectKey key, Body body) {
                super.put(key, body);
                if (key.value().startsWith("folded/") && !done) {
                    done = true;
                    buffer.now = buffer.now.plusMillis(1);
                    assertEquals(1, flush("winner").batchesFolded());
                }
            }
        };
        assertTrue(flush("loser", overtaken, buffer.index).superseded());
        assertEquals(3, objects().size());
        assertEquals(2, named());
        assertEquals(1, retried("three", "a:3").batchesRepeated());
        buffer.now = buffer.now.plus(Duration.ofHours(25));
        buffer.ingest(buffer.batch("five", "a:5"));
        flush("later");
        buffer.now = buffer.now.plus(Duration.ofHours(2)).plusSeconds(1);
        assertEquals(2, buffer.sweep().folded(), "the loser's, and one that is forgotten by now");
        assertEquals(2, named());
        assertTrue(folded().sealed().stream().allMatch(each -> objects().contains(each.key("quakes"))));
        assertEquals(1, retried("three", "a:3").batchesRepeated());
    }

    @Test
    void whatIsForgottenIsSwept() {
        later(Duration.ofHours(26));
        buffer.ingest(buffer.batch("four", "a:4"));
        flush("third");
        assertEquals(1, named(), "the third batch's; the others' is forgotten");
        assertEquals(0, buffer.sweep().folded(), "it is not old enough");
        later(Duration.ofHours(1).plusSeconds(1));
        assertEquals(1, buffer.sweep().folded());
        assertEquals(1, objects().size());
    }

    @Test
    void aBatchWhoseEntryCannotBeDeletedIsKnownHoweverOld() {
        buffer.ingest(buffer.batch("one", "a:1"));
        BufferIndex stuck = new PassingIndex(buffer.index) {
            @Override
            public void delete(Collection<EntryKey> keys) {
                throw new StoreException(StoreException.Kind.REFUSED, "DELETE");
            }
        };
        for (int day = 0; day < 5; day++) {
            later(Duration.ofDays(1));
            buffer.ingest(buffer.batch("day " + day, "b:" + day));
            flush("day " + day, buffer.staging, stuck);
        }
        assertEquals(List.of("a:1", "a:2", "a:3"), buffer.delivered("key=a"));
        assertEquals(List.of("b:0", "b:1", "b:2", "b:3", "b:4"), buffer.delivered("key=b"));
    }

    /// The same, with its segments as they were.
    private FlushSummary retried(String name, String record) {
        segments.forEach((key, bytes) -> buffer.staging.put(new ObjectKey(key), Body.of(bytes)));
        buffer.ingest(buffer.batch(name, record));
        return flush("retried " + name);
    }

    private FlushSummary flush(String run) {
        return flush(run, buffer.staging, buffer.index);
    }

    private FlushSummary flush(String run, ObjectStore staging, BufferIndex index) {
        FlushSettings usual = BufferInMemory.settings();
        FlushSettings settings = new FlushSettings(usual.plan(), usual.flushMemoryBytesMax(), usual.directoryBytesMax(),
                usual.slicing(), usual.released(), LIMITS);
        return new Flusher(settings, new Buffer("quakes", staging, index), buffer.data, Workers.sequential(),
                () -> buffer.now).flush(run,
                        Planner.Mode.DRAIN, Deadline.NONE);
    }

    private void later(Duration by) {
        buffer.now = buffer.now.plus(by);
    }

    private FoldedBatches folded() {
        return Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest())).folded();
    }

    private int named() {
        return folded().sealed().size();
    }

    private List<ObjectKey> objects() {
        return buffer.staging.contents().keySet().stream().filter(key -> key.startsWith("folded/")).map(ObjectKey::new)
                .toList();
    }
}
