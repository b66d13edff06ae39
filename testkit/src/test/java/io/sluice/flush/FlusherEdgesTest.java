package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.InvariantViolation;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.PendingPartition;
import io.sluice.manifest.PendingTable;
import io.sluice.manifest.Planner;
import io.sluice.manifest.SegmentTable;
import io.sluice.manifest.StreamTally;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Runs that meet another run, a store that fails, or their own bounds.
final class FlusherEdgesTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private boolean done;

    @Test
    void aRunThatLosesItsCommitIsSupersededAndDeletesNothing() {
        buffer.ingest(buffer.batch("one", "a:1"));
        FlushSummary loser = flush(once("PUT manifests/", () -> buffer.drain("winner")));
        assertTrue(loser.superseded());
        assertEquals(0, loser.batchesFolded());
        assertEquals(List.of("a:1"), buffer.delivered("key=a"));
        assertEquals(Set.of(), stagedKeys("segments/"));
        assertFalse(buffer.drain("next").superseded());
    }

    @Test
    void aManifestReplacedBetweenTheFirstTwoReadsIsNoFailure() {
        pendingBatch();
        FlushSummary overtaken = flush(once("GET manifests/", () -> buffer.drain("overtaker")));
        assertFalse(overtaken.superseded());
        assertEquals(List.of(), overtaken.problems());
        assertTrue(overtaken.drained());
    }

    @Test
    void aManifestThatWasDeletedByHandStopsTheRun() {
        pendingBatch();
        buffer.staging.delete(List.of(buffer.index.state().orElseThrow().manifest()));
        StoreException e = assertThrows(StoreException.class, () -> buffer.drain("run 2"));
        assertEquals(StoreException.Kind.MISSING, e.kind());
    }

    @Test
    void aCleanUpThatFailsIsReportedAndTheRunGoesOn() {
        buffer.ingest(buffer.batch("one", "a:1"));
        FlushSummary summary = flush(request -> {
            if (request.startsWith("DELETE")) {
                throw new StoreException(StoreException.Kind.REFUSED, "delete denied");
            }
        });
        assertTrue(summary.drained());
        assertEquals(List.of("clean-up: delete denied"), summary.problems());
        assertEquals(1, summary.tally().delivered());
        assertEquals(1, stagedKeys("segments/").size(), "left to the sweep");
    }

    @Test
    void entriesThatCannotBeDeletedDoNotKeepARunBusyAndAreNeverFoldedAgain() {
        buffer.ingest(buffer.batch("one", "a:1"));
        CountingIndex denied = new CountingIndex(withoutDeletes());
        for (int day = 0; day < 5; day++) {
            denied.requests.clear();
            FlushSummary summary = buffer.flusher(buffer.staging, buffer.data, denied).flush("run " + day,
                    Planner.Mode.DRAIN, Deadline.NONE);
            assertTrue(summary.problems().contains("clean-up: deletes denied"), summary.problems().toString());
            assertTrue(Collections.frequency(denied.requests, "delete") <= 3, denied.requests.toString());
            buffer.now = buffer.now.plus(Duration.ofDays(1));
            buffer.ingest(buffer.batch("day " + day, "b:" + day));
        }
        assertEquals(List.of("a:1"), buffer.delivered("key=a"), "five days in the index, and delivered once");
    }

    /// As many of them as a run reads hide what is behind: that waits, and for as long as nobody saw it.
    @Test
    void whatIsBehindEntriesThatCannotBeDeletedIsSaidToWait() {
        buffer.ingest(buffer.batch("one", "a:1"));
        Flusher denied = buffer.flusher(buffer.staging, buffer.data, withoutDeletes());
        FlushSummary first = denied.flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        assertTrue(first.drained(), first.toString());
        IndexEntry folded = entry();
        for (int i = 0; i < 52_000; i++) {
            EntryKey again = new EntryKey(new Shard(i % 4), folded.key().oldestArrival() + 1 + i, folded.key().batch());
            buffer.index.put(new IndexEntry(again, folded.segment(), 1, 0, folded.directory()));
        }
        buffer.now = buffer.now.plusSeconds(60);
        buffer.ingest(buffer.batch("two", "b:2"));
        long seen = buffer.now.toEpochMilli();
        buffer.now = buffer.now.plus(Duration.ofHours(3));
        FlushSummary later = denied.flush("run 2", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(List.of(), buffer.delivered("key=b"));
        assertTrue(later.waitingSince() <= seen, later.toString());
        assertFalse(later.drained());
        assertTrue(buffer.drain("run 3").drained());
        assertEquals(List.of("b:2"), buffer.delivered("key=b"));
    }

    /// The directory of each batch takes up the bound of a reading.
    @Test
    void entriesThatCannotBeDeletedHideNothingWhileTheyAreFew() {
        FlushSettings narrow = new FlushSettings(BufferInMemory.settings().plan(), 1 << 20, 4 << 10);
        Flusher denied = new Flusher(narrow, new Buffer("quakes", buffer.staging, withoutDeletes()), buffer.data,
                Workers.sequential(), () -> buffer.now);
        for (int run = 1; run <= 7; run++) {
            int number = run;
            buffer.ingest(buffer.batch("batch " + run,
                    IntStream.range(0, 400).mapToObj(key -> key + "x".repeat(key) + ":" + number)
                            .toArray(String[]::new)));
            denied.flush("run " + run, Planner.Mode.DRAIN, Deadline.NONE);
            buffer.now = buffer.now.plusSeconds(1);
        }
        assertEquals(List.of("0:1", "0:2", "0:3", "0:4", "0:5", "0:6", "0:7"), buffer.delivered("key=0"));
    }

    /// An earlier lane took up all of the invocation's time.
    @Test
    void aRunThatHadNoTimeToLookDoesNotSayThatNothingWaits() {
        buffer.ingest(buffer.batch("one", "a:1"));
        FlushSummary late = buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run 1",
                Planner.Mode.DRAIN, () -> Duration.ZERO);
        assertFalse(late.drained(), late.toString());
        assertTrue(buffer.drain("run 2").drained());
    }

    private BufferIndex withoutDeletes() {
        return new PassingIndex(buffer.index) {
            @Override
            public void delete(Collection<EntryKey> keys) {
                throw new StoreException(StoreException.Kind.REFUSED, "deletes denied");
            }
        };
    }

    @Test
    void anEntryWhoseSegmentIsGoneIsNamedAndHoldsUpNoOther() {
        buffer.ingest(buffer.batch("large", randomRecords(3_000)));
        IndexEntry entry = entry();
        buffer.staging.delete(List.of(entry.segment().key("quakes")));
        buffer.ingest(buffer.batch("two", "a:1"));
        FlushSummary summary = buffer.drain("run");
        assertEquals(1, summary.problems().size(), summary.problems().toString());
        assertTrue(summary.problems().getFirst().contains(entry.segment().key("quakes").value()),
                summary.problems().toString());
        assertTrue(summary.problems().getFirst().contains("not there"), summary.problems().toString());
        assertEquals(Map.of("key=a", List.of("a:1")), buffer.delivered());
        assertEquals(1, buffer.index.entries());
    }

    @Test
    void aDirectoryThatCannotBeReadNowFailsTheRunAndTheNextReadsIt() {
        buffer.ingest(buffer.batch("large", randomRecords(3_000)));
        assertThrows(StoreException.class, () -> flush(unavailable("GET range segments/")));
        assertEquals(1, buffer.index.entries());
        assertEquals(3_000, buffer.drain("run 2").objects());
    }

    @Test
    void whatDoesNotFitAtOnceIsFoldedOldestFirst() {
        int batches = 12;
        for (int i = 0; i < batches; i++) {
            buffer.now = BufferInMemory.NOON.plusSeconds(batches - i);
            buffer.ingest(buffer.batch("batch " + i, "a:" + i));
        }
        FlushSettings narrow = new FlushSettings(BufferInMemory.settings().plan(), 1 << 20, 1);
        for (int run = 1; run <= batches; run++) {
            int[] looks = new int[1];
            Deadline oneFold = () -> Duration.ofSeconds(looks[0]++ == 0 ? 60 : 0);
            FlushSummary summary = flusher(narrow, buffer.staging, buffer.data).flush("run " + run,
                    Planner.Mode.SCHEDULED, oneFold);
            assertEquals(1, summary.batchesFolded());
            assertEquals(batches - run, buffer.index.entries());
            assertEquals(BufferInMemory.NOON.plusSeconds(run).toEpochMilli(), newestPending(),
                    "the oldest of those left");
        }
    }

    @Test
    void repeatedBatchesThatFillAReadingHoldUpNoNewOnes() {
        FlushSettings narrow = new FlushSettings(BufferInMemory.settings().plan(), 1 << 20, 1);
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run 1");
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.now = buffer.now.plusSeconds(1);
        buffer.ingest(buffer.batch("two", "a:2"));
        FlushSummary summary = flusher(narrow, buffer.staging, buffer.data).flush("run 2", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(1, summary.batchesRepeated());
        assertEquals(1, summary.batchesFolded());
        assertEquals(List.of("a:1", "a:2"), buffer.delivered("key=a"));
    }

    private long newestPending() {
        long newest = 0;
        for (PendingPartition partition : manifest().pending()) {
            newest = Math.max(newest, partition.chunks().getLast().oldestArrival());
        }
        return newest;
    }

    @Test
    void directoriesThatFitTogetherAreFoldedTogether() {
        for (int i = 0; i < 5; i++) {
            buffer.ingest(buffer.batch("batch " + i, "a:" + i));
        }
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        flusher(BufferInMemory.settings(), staging, buffer.data).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(1, staging.requests.stream()
                .filter(request -> request.startsWith("PUT manifests/quakes/0000000000000000001")).count());
        assertEquals(1, manifest().version());
    }

    @Test
    void aViolatedInvariantStopsTheRunBeforeItsCommit() {
        Manifest wrong = new Manifest(1, 4, SegmentTable.EMPTY, PendingTable.EMPTY, List.of(), FoldedBatches.EMPTY,
                new StreamTally(5, 0, 0, 0, 0));
        FlushState state = new FlushState(1, wrong.key("quakes", "by-hand"));
        buffer.staging.put(state.manifest(), Body.of(wrong.encode()));
        buffer.index.commit(Optional.empty(), state);
        buffer.ingest(buffer.batch("one", "a:1"));
        InvariantViolation violation = assertThrows(InvariantViolation.class, () -> buffer.drain("run"));
        assertEquals("records-conserved", violation.invariant());
        assertEquals(Optional.of(state), buffer.index.state());
        assertEquals(1, buffer.index.entries());
    }

    private FlushSummary flush(Consumer<String> observer) {
        return flusher(BufferInMemory.settings(), new CountingObjectStore(buffer.staging, observer), buffer.data).flush(
                "run",
                Planner.Mode.DRAIN, Deadline.NONE);
    }

    private Flusher flusher(FlushSettings settings, ObjectStore staging, ObjectStore data) {
        return new Flusher(settings, new Buffer("quakes", staging, buffer.index), data, Workers.sequential(),
                () -> buffer.now);
    }

    private void pendingBatch() {
        buffer.ingest(buffer.batch("one", "a:1"));
        flusher(BufferInMemory.settings(), buffer.staging, buffer.data).flush("run 1", Planner.Mode.SCHEDULED,
                Deadline.NONE);
    }

    /// Does something at the first request that starts so.
    private Consumer<String> once(String start, Runnable action) {
        return request -> {
            if (!done && request.startsWith(start)) {
                done = true;
                action.run();
            }
        };
    }

    private static Consumer<String> unavailable(String start) {
        return request -> {
            if (request.startsWith(start)) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
            }
        };
    }

    private static String[] randomRecords(int count) {
        Random random = new Random(3);
        return IntStream.range(0, count).mapToObj(i -> Long.toString(random.nextLong() >>> 1, 36) + ":" + i)
                .toArray(String[]::new);
    }

    private Manifest manifest() {
        return Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest()));
    }

    private IndexEntry entry() {
        return IntStream.range(0, 4)
                .mapToObj(shard -> buffer.index.read(new Shard(shard), Optional.<EntryKey>empty()).entries())
                .flatMap(List::stream).findFirst().orElseThrow();
    }

    private Set<String> stagedKeys(String prefix) {
        return buffer.staging.contents().keySet().stream().filter(key -> key.startsWith(prefix))
                .collect(Collectors.toSet());
    }
}
