package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.Shard;
import io.sluice.manifest.SealingLimits;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.ShortPages;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SweepTest {
    private static final Duration OLD = Duration.ofHours(28);

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void aSegmentWithoutAnEntryGoesWhenItIsOld() {
        stageWithoutEntry();
        buffer.now = buffer.now.plus(Duration.ofHours(27));
        assertEquals(new Sweep.Summary(0, 0, 0, 0, 0, true), buffer.sweep(), "a retry may still refer to it");
        buffer.now = buffer.now.plusSeconds(1);
        assertEquals(new Sweep.Summary(1, 0, 0, 0, 0, true), buffer.sweep());
        assertEquals(Set.of(), buffer.staging.contents().keySet());
    }

    @Test
    void aSegmentThatAnEntryNamesStaysHoweverOld() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.now = buffer.now.plus(Duration.ofDays(100));
        assertEquals(0, buffer.sweep().segments());
        buffer.drain("run");
        assertEquals(1, buffer.data.contents().size());
    }

    @Test
    void aSegmentThatTheManifestNamesStaysHoweverOld() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(0, buffer.index.entries());
        buffer.now = buffer.now.plus(OLD);
        assertEquals(new Sweep.Summary(0, 0, 0, 0, 0, true), buffer.sweep());
        assertEquals(1, buffer.drain("run 2").objects());
    }

    @Test
    void aManifestThatLostItsCommitGoesAndTheCurrentOneStays() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run");
        buffer.staging.put(new ObjectKey("manifests/quakes/0000000000000000001-loser"), Body.of(new byte[]{1}));
        buffer.now = buffer.now.plus(OLD);
        assertEquals(new Sweep.Summary(0, 1, 0, 0, 0, true), buffer.sweep());
        ObjectKey current = buffer.index.state().orElseThrow().manifest();
        assertEquals(Set.of(current.value()), buffer.staging.contents().keySet());
    }

    /// Once the table is lost, a recovery takes the manifest of that run.
    @Test
    void foldedBatchesOfARunThatDiedBeforeItsCommitStay() {
        buffer.ingest(buffer.batch("one", "a:1"));
        flush("run", buffer.index);
        buffer.now = buffer.now.plus(Duration.ofMinutes(40));
        buffer.ingest(buffer.batch("two", "a:2"));
        assertThrows(StoreException.class, () -> flush("run 2", new PassingIndex(buffer.index) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "it dies");
            }
        }));
        assertEquals(1, buffer.staging.contents().keySet().stream().filter(key -> key.startsWith("folded/")).count());
        buffer.now = buffer.now.plus(OLD);
        assertEquals(0, buffer.sweep().folded());
    }

    /// Folded batches are sealed sooner than usual.
    private void flush(String run, BufferIndex index) {
        FlushSettings usual = BufferInMemory.settings();
        new Flusher(new FlushSettings(usual.plan(), usual.flushMemoryBytesMax(), usual.directoryBytesMax(),
                usual.slicing(), usual.released(),
                new SealingLimits(Duration.ofMinutes(20), 0, 1_000, 100, 2, 1_000, 4)),
                new Buffer("quakes", buffer.staging, index), buffer.data,
                Workers.sequential(), () -> buffer.now).flush(run, Planner.Mode.DRAIN, Deadline.NONE);
    }

    @Test
    void otherStreamsAreNoneOfItsBusiness() {
        buffer.staging.put(new ObjectKey("segments/quakes-2/x"), Body.of(new byte[]{1}));
        buffer.now = buffer.now.plus(OLD);
        buffer.sweep();
        assertEquals(Set.of("segments/quakes-2/x"), buffer.staging.contents().keySet());
    }

    @Test
    void whileAnEntryCannotBeReadNoSegmentIsRemoved() {
        stageWithoutEntry();
        buffer.ingest(buffer.batch("one", "a:1"));
        for (int shard = 0; shard < 4; shard++) {
            buffer.index.read(new Shard(shard), Optional.empty()).entries()
                    .forEach(entry -> damage(entry.key()));
        }
        buffer.now = buffer.now.plus(OLD);
        assertEquals(new Sweep.Summary(0, 0, 0, 0, 1, true), buffer.sweep());
        assertEquals(2, buffer.staging.contents().size());
    }

    @Test
    void aStreamWithoutGarbageCostsThreeListings() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("first");
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        new Sweep(BufferInMemory.settings(), new Buffer("quakes", staging, buffer.index), () -> buffer.now)
                .sweep(Deadline.NONE);
        assertEquals(3, staging.requests.size(), staging.requests.toString());
        assertTrue(staging.requests.stream().allMatch(request -> request.startsWith("LIST")));
    }

    @Test
    void manyAreRemovedPageByPage() {
        for (int i = 0; i < 2_500; i++) {
            buffer.staging.put(new ObjectKey("segments/quakes/%05d".formatted(i)), Body.of(new byte[0]));
        }
        buffer.now = buffer.now.plus(OLD);
        assertEquals(2_500, buffer.sweep().segments());
        assertEquals(Set.of(), buffer.staging.contents().keySet());
    }

    @Test
    void noMoreKeysAreHeldThanItsBound() {
        for (int i = 0; i < 20_500; i++) {
            buffer.staging.put(new ObjectKey("segments/quakes/%05d".formatted(i)), Body.of(new byte[0]));
        }
        buffer.now = buffer.now.plus(OLD);
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        assertEquals(20_500,
                new Sweep(BufferInMemory.settings(), new Buffer("quakes", staging, buffer.index), () -> buffer.now)
                        .sweep(Deadline.NONE).segments());
        assertEquals(Set.of("DELETE 1000", "DELETE 500"),
                staging.requests.stream().filter(request -> request.startsWith("DELETE")).collect(Collectors.toSet()));
        assertEquals(20, staging.requests.subList(0, staging.requests.indexOf("DELETE 1000")).stream()
                .filter("LIST segments/quakes/"::equals).count());
    }

    /// Twenty-four segments without entries, in pages of two and shares of four.
    private Sweep small(ObjectStore staging, Workers workers) {
        return new Sweep(BufferInMemory.settings(), new Buffer("quakes", new ShortPages(staging, 2), buffer.index),
                buffer.index,
                new Sweep.ShareLimits(4, 4), workers, () -> buffer.now);
    }

    private void garbage(int from, int until) {
        for (int i = from; i < until; i++) {
            buffer.staging.put(segment(i), Body.of(new byte[0]));
        }
    }

    private static ObjectKey segment(int number) {
        return new ObjectKey("segments/quakes/%05d".formatted(number));
    }

    /// Time is over when so many segments were removed.
    private Deadline until(int removed) {
        int left = buffer.staging.contents().size() - removed;
        return () -> buffer.staging.contents().size() <= left ? Duration.ofSeconds(1) : Duration.ofMinutes(10);
    }

    @Test
    void whatOneInvocationHasNoTimeForTheNextDoesAndNoneLooksTwice() {
        garbage(0, 24);
        buffer.now = buffer.now.plus(OLD);
        for (int invocation = 0; invocation < 3; invocation++) {
            CountingObjectStore staging = new CountingObjectStore(buffer.staging);
            Sweep.Summary summary = small(staging, Workers.sequential()).sweep(until(8));
            assertEquals(new Sweep.Summary(8, 0, 0, 0, 0, invocation == 2), summary);
            assertEquals(4, staging.requests.stream().filter("LIST segments/quakes/"::equals).count());
        }
        assertEquals(Set.of(), buffer.staging.contents().keySet());
        assertEquals(Optional.of(new SweepMark.Pass(buffer.now, Optional.empty())), buffer.index.pass());
    }

    /// What an invocation of long ago left there, found in the bucket when the pass was past it.
    @Test
    void whatIsBehindTheCursorIsGoneThroughByThePassAfter() {
        garbage(8, 24);
        buffer.now = buffer.now.plus(OLD);
        assertFalse(small(buffer.staging, Workers.sequential()).sweep(until(8)).complete());
        buffer.now = buffer.now.minus(OLD);
        garbage(0, 4);
        buffer.now = buffer.now.plus(OLD);
        assertEquals(new Sweep.Summary(8, 0, 0, 0, 0, true), small(buffer.staging, Workers.sequential())
                .sweep(Deadline.NONE), "goes on");
        assertEquals(4, buffer.staging.contents().size());
        assertEquals(new Sweep.Summary(4, 0, 0, 0, 0, true), small(buffer.staging, Workers.sequential())
                .sweep(Deadline.NONE), "begins again");
    }

    @Test
    void whatIsStagedAgainBetweenTwoInvocationsStays() {
        garbage(0, 8);
        buffer.now = buffer.now.plus(OLD);
        small(buffer.staging, Workers.sequential()).sweep(until(4));
        garbage(5, 6);
        small(buffer.staging, Workers.sequential()).sweep(Deadline.NONE);
        assertEquals(Set.of(segment(5).value()), buffer.staging.contents().keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "segments/quakes", "segments/quakes-2/x", "zzz"})
    void aCursorThatIsDamagedBeginsAnew(String cursor) {
        garbage(0, 8);
        buffer.now = buffer.now.plus(OLD);
        buffer.index.keep(new SweepMark.Pass(buffer.now.minusSeconds(3_600), Optional.of(cursor)));
        assertEquals(new Sweep.Summary(8, 0, 0, 0, 0, true), small(buffer.staging, Workers.sequential())
                .sweep(Deadline.NONE));
    }

    @Test
    void aCursorThatIsLostBeginsAnewAndSoDoesOneOfTheFuture() {
        garbage(0, 12);
        buffer.now = buffer.now.plus(OLD);
        assertFalse(small(buffer.staging, Workers.sequential()).sweep(until(4)).complete());
        buffer.index.keep(new SweepMark.Pass(buffer.now.plus(Duration.ofDays(400)), Optional.of("segments/quakes/z")));
        assertFalse(small(buffer.staging, Workers.sequential()).sweepWhenDue(until(4)).orElseThrow().complete());
        buffer.index.lose();
        buffer.index.replace();
        assertEquals(new Sweep.Summary(4, 0, 0, 0, 0, true), small(buffer.staging, Workers.sequential())
                .sweepWhenDue(Deadline.NONE).orElseThrow());
    }

    @Test
    void aSweepThatFailsIsGoneOnWithBehindWhatItRemoved() {
        garbage(0, 12);
        buffer.now = buffer.now.plus(OLD);
        int[] deletes = {0};
        ObjectStore failing = new CountingObjectStore(buffer.staging, request -> {
            if (request.startsWith("DELETE") && ++deletes[0] == 2) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
            }
        });
        assertThrows(StoreException.class, () -> small(failing, Workers.sequential()).sweep(Deadline.NONE));
        assertEquals(Optional.of(segment(3).value()), buffer.index.pass().orElseThrow().upTo());
        assertEquals(new Sweep.Summary(8, 0, 0, 0, 0, true), small(buffer.staging, Workers.sequential())
                .sweepWhenDue(Deadline.NONE).orElseThrow());
    }

    @Test
    void onePassADayIsDueAndOneThatHasNotEnded() {
        garbage(0, 8);
        buffer.now = buffer.now.plus(OLD);
        assertFalse(small(buffer.staging, Workers.sequential()).sweepWhenDue(until(4)).orElseThrow().complete());
        buffer.now = buffer.now.plus(Duration.ofHours(1));
        assertTrue(small(buffer.staging, Workers.sequential()).sweepWhenDue(Deadline.NONE).orElseThrow().complete());
        buffer.now = buffer.now.plus(Duration.ofHours(22)).minusSeconds(1);
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        assertEquals(Optional.empty(), small(staging, Workers.sequential()).sweepWhenDue(Deadline.NONE));
        assertEquals(List.of(), staging.requests);
        buffer.now = buffer.now.plusSeconds(1);
        assertTrue(small(buffer.staging, Workers.sequential()).sweepWhenDue(Deadline.NONE).isPresent());
    }

    /// Each request waits until all that may be under way are.
    @Test
    void requestsAreUnderWaySideBySide() {
        for (int i = 0; i < 4_000; i++) {
            buffer.staging.put(segment(i), Body.of(new byte[0]));
        }
        buffer.now = buffer.now.plus(OLD);
        CyclicBarrier all = new CyclicBarrier(Sweep.REQUESTS_MAX);
        ObjectStore staging = new CountingObjectStore(buffer.staging, request -> {
            if (request.startsWith("DELETE")) {
                try {
                    all.await(1, TimeUnit.MINUTES);
                } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                    throw new AssertionError(request + " is alone", e);
                }
            }
        });
        assertEquals(4_000,
                new Sweep(BufferInMemory.settings(), new Buffer("quakes", staging, buffer.index), buffer.index,
                        Sweep.ShareLimits.USUAL,
                        new VirtualThreadWorkers(Sweep.REQUESTS_MAX), () -> buffer.now).sweep(Deadline.NONE)
                        .segments());
    }

    /// Reading the index took what time there was: nothing is deleted that the invocation may not see the end of.
    @Test
    void nothingIsDeletedWhenTimeRanOutWhileTheIndexWasRead() {
        garbage(0, 2);
        buffer.now = buffer.now.plus(OLD);
        boolean[] read = {false};
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public EntryPage read(Shard shard, Optional<EntryKey> after) {
                read[0] = true;
                return super.read(shard, after);
            }
        };
        Sweep.Summary summary = new Sweep(BufferInMemory.settings(), new Buffer("quakes", buffer.staging, index),
                () -> buffer.now)
                .sweep(() -> read[0] ? Duration.ofSeconds(14) : Duration.ofMinutes(10));
        assertEquals(new Sweep.Summary(0, 0, 0, 0, 0, false), summary);
        assertEquals(2, buffer.staging.contents().size());
    }

    @Test
    void stopsWhenTimeIsShortAndSaysSo() {
        stageWithoutEntry();
        buffer.now = buffer.now.plus(OLD);
        Sweep.Summary summary = new Sweep(BufferInMemory.settings(), new Buffer("quakes", buffer.staging, buffer.index),
                () -> buffer.now)
                .sweep(() -> Duration.ofSeconds(29));
        assertFalse(summary.complete());
        assertEquals(1, buffer.staging.contents().size());
    }

    private void stageWithoutEntry() {
        buffer.ingest(buffer.staging, new BufferInMemory().index).accept(buffer.batch("lost", "a:1"), Optional.empty());
    }

    private void damage(EntryKey key) {
        buffer.index.damage(key, bytes -> {
            bytes[5] ^= 1;
            return bytes;
        });
    }
}
