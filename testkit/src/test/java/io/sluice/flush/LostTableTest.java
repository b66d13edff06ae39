package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.index.RecoveryProgress;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.recover.RecoveryMark;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// A table that was lost looks like that of a stream that begins.
final class LostTableTest {
    private static final Duration OLD = Duration.ofHours(28);

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void aFlushRunOnAnEmptiedTableBeginsNothingAndNamesTheRemedy() {
        loseAfterACommit();
        buffer.ingest(buffer.batch("two", "a:2"));
        Map<String, byte[]> before = buffer.staging.contents();
        TableLostException lost = assertThrows(TableLostException.class, () -> buffer.drain("after"));
        assertTrue(lost.getMessage().contains("{\"recover\":true}"), lost.getMessage());
        assertTrue(lost.getMessage().contains("./sluice recover"), lost.getMessage());
        assertTrue(lost.getMessage().contains("manifests/quakes/0000000000000000001-before"), lost.getMessage());
        assertEquals(before.keySet(), buffer.staging.contents().keySet());
        assertEquals(Optional.empty(), buffer.index.state());
        assertEquals(1, buffer.index.entries());
        assertEquals(Map.of(), buffer.delivered());
    }

    /// Otherwise it would remove objects of deliveries that a recovery opens again, and a flush run would write them
    /// anew.
    @Test
    void whoRemovesObjectsIsToldThatNobodyKnowsWhichDeliveriesAreOpen() {
        var deliveries = new OpenDeliveries(new Buffer("quakes", buffer.staging, buffer.index));
        assertEquals(Optional.empty(), deliveries.read(), "a stream that begins");
        loseAfterACommit();
        assertThrows(TableLostException.class, deliveries::read);
    }

    @Test
    void theSweepOnAnEmptiedTableRemovesNeitherSegmentsNorManifests() {
        loseAfterACommit();
        buffer.now = buffer.now.plus(OLD);
        Set<String> before = buffer.staging.contents().keySet();
        assertThrows(TableLostException.class, buffer::sweep);
        assertEquals(before, buffer.staging.contents().keySet());
    }

    @Test
    void aTableThatWasSetBackIsToldByTheManifestsAboveItsState() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run 1");
        Runnable setBack = buffer.index.snapshot();
        ObjectKey then = buffer.index.state().orElseThrow().manifest();
        byte[] manifest = buffer.staging.get(then);
        for (int run = 2; run < 5; run++) {
            buffer.ingest(buffer.batch("batch " + run, "a:" + run));
            buffer.drain("run " + run);
        }
        setBack.run();
        assertThrows(TableLostException.class, () -> buffer.drain("run"),
                "its manifest is gone, and later ones are there");
        buffer.staging.put(then, Body.of(manifest));
        buffer.now = buffer.now.plus(OLD);
        Set<String> before = buffer.staging.contents().keySet();
        TableLostException told = assertThrows(TableLostException.class, () -> buffer.drain("run"));
        assertTrue(told.getMessage().contains("\"recover\":true"), told.getMessage());
        assertThrows(TableLostException.class, buffer::sweep);
        assertEquals(before, buffer.staging.contents().keySet());
    }

    /// A damaged manifest is restored under its key, so that it is younger than an attempt to replace it.
    @Test
    void aManifestThatWasRestoredIsGoneOnWithBesideAnOldAttemptToReplaceIt() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run 1");
        ObjectKey current = buffer.index.state().orElseThrow().manifest();
        byte[] manifest = buffer.staging.get(current);
        Manifest attempt = Manifest.decode(manifest);
        String next = Manifest.versionText(attempt.version() + 1);
        buffer.staging.put(new ObjectKey(Manifest.prefix("quakes") + next + "-died"),
                Body.of(new Manifest(attempt.version() + 1, attempt.shardCount(), attempt.segments(), attempt.pending(),
                        attempt.deliveries(), attempt.folded(), attempt.tally(), attempt.origin(), attempt.positions(),
                        attempt.landed())
                        .replacing(Optional.of(current)).encode()));
        buffer.now = buffer.now.plus(Duration.ofHours(1));
        buffer.staging.put(current, Body.of(manifest));
        buffer.ingest(buffer.batch("two", "a:2"));
        assertEquals(1, buffer.drain("run 2").objects());
    }

    @Test
    void aManifestThatWasDeletedIsToBeRestoredAndTheTableLeftAsItIs() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run 1", Planner.Mode.SCHEDULED, Deadline.NONE);
        ObjectKey current = buffer.index.state().orElseThrow().manifest();
        byte[] manifest = buffer.staging.get(current);
        buffer.staging.delete(List.of(current));
        StoreException told = assertThrows(StoreException.class, () -> buffer.drain("run 2"));
        assertTrue(String.valueOf(told.getMessage()).contains("leave the table as it is"), told.getMessage());
        buffer.staging.put(current, Body.of(manifest));
        assertEquals(1, buffer.drain("run 3").objects());
    }

    /// Seed 3,165 of the worlds with losses: a sweep that had asked for the table took all that its successor does not
    /// name.
    @Test
    void aTableThatIsLostWhileTheSweepReadsIsNotBelieved() {
        for (String at : List.of("LIST segments/", "LIST manifests/")) {
            BufferInMemory fresh = new BufferInMemory();
            fresh.ingest(fresh.batch("one", "a:1"));
            fresh.flusher(fresh.staging, fresh.data, fresh.index).flush("before", Planner.Mode.SCHEDULED,
                    Deadline.NONE);
            fresh.now = fresh.now.plus(OLD);
            Set<String> before = fresh.staging.contents().keySet();
            CountingObjectStore staging = new CountingObjectStore(fresh.staging, request -> {
                if (request.startsWith(at)) {
                    fresh.index.lose();
                    fresh.index.replace();
                }
            });
            Sweep sweep = new Sweep(BufferInMemory.settings(), new Buffer("quakes", staging, fresh.index),
                    () -> fresh.now);
            assertThrows(TableLostException.class, () -> sweep.sweep(Deadline.NONE), at);
            assertEquals(before, fresh.staging.contents().keySet(), at);
        }
    }

    @Test
    void whileARecoveryIsUnderWayNobodyFoldsOrSweeps() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.index.write(new RecoveryMark.Standing(RecoveryProgress.BEGUN, Set.of()));
        buffer.now = buffer.now.plus(OLD);
        assertThrows(TableLostException.class, buffer::sweep);
        assertThrows(TableLostException.class, () -> buffer.drain("run"));
        buffer.index.write(
                new RecoveryMark.Standing(RecoveryProgress.OPEN, Set.of(new ObjectKey("segments/quakes/x"))));
        assertThrows(TableLostException.class, buffer::sweep);
        assertEquals(1, buffer.staging.contents().size());
        assertEquals(1, buffer.drain("run").objects(), "what could be read is folded");
    }

    @Test
    void aRunThatDiedInTheFirstCommitIsNoLostTable() {
        for (int at = 1; at <= 6; at++) {
            BufferInMemory fresh = new BufferInMemory();
            fresh.ingest(fresh.batch("one", "a:1"));
            int[] requests = {0};
            int dies = at;
            CountingObjectStore staging = new CountingObjectStore(fresh.staging, _ -> {
                if (++requests[0] == dies) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "died");
                }
            });
            try {
                fresh.flusher(staging, fresh.data, fresh.index).flush("died", Planner.Mode.DRAIN, Deadline.NONE);
            } catch (StoreException e) {
                assertEquals("died", e.getMessage());
            }
            fresh.drain("next");
            assertEquals(List.of("a:1"), fresh.delivered("key=a"), "died at " + at);
        }
    }

    @Test
    void aManifestThatAnAttemptAtTheFirstCommitLeftIsNoLostTable() {
        buffer.ingest(buffer.batch("one", "a:1"));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging, request -> {
            if (request.startsWith("PUT manifests/quakes/0000000000000000001")) {
                buffer.staging.put(new ObjectKey("manifests/quakes/0000000000000000001-orphan"), Body.of(
                        Manifest.empty().replacing(buffer.index.state().map(FlushState::manifest)).encode()));
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "died");
            }
        });
        assertThrows(StoreException.class,
                () -> buffer.flusher(staging, buffer.data, buffer.index).flush("died", Planner.Mode.DRAIN,
                        Deadline.NONE));
        assertEquals(1, buffer.drain("next").objects());
    }

    @Test
    void aRunThatWasStalledBeforeTheFirstCommitBeginsNothingInAnotherTable() {
        buffer.ingest(buffer.batch("one", "a:1"));
        boolean[] lost = {false};
        CountingObjectStore stalled = new CountingObjectStore(buffer.staging, request -> {
            if (request.startsWith("PUT manifests/quakes/0000000000000000000") && !lost[0]) {
                lost[0] = true;
                buffer.drain("others");
                lose();
            }
        });
        assertThrows(TableLostException.class, () -> buffer.flusher(stalled, buffer.data, buffer.index)
                .flush("stalled", Planner.Mode.DRAIN, Deadline.NONE));
        assertEquals(0, buffer.index.state().orElseThrow().version(), "it holds nothing, and a recovery goes over it");
        buffer.ingest(buffer.batch("two", "a:2"));
        assertThrows(TableLostException.class, () -> buffer.drain("later"));
        assertEquals(List.of("a:1"), buffer.delivered("key=a"));
    }

    @Test
    void aRunThatIsOvertakenInTheFirstCommitIsSupersededAndNotTold() {
        buffer.ingest(buffer.batch("one", "a:1"));
        for (String at : List.of("LIST manifests/", "PUT manifests/quakes/0000000000000000000",
                "PUT manifests/quakes/0000000000000000001")) {
            BufferInMemory fresh = new BufferInMemory();
            fresh.ingest(fresh.batch("one", "a:1"));
            boolean[] overtaken = {false};
            CountingObjectStore staging = new CountingObjectStore(fresh.staging, request -> {
                if (request.startsWith(at) && !overtaken[0]) {
                    overtaken[0] = true;
                    fresh.drain("winner");
                }
            });
            assertTrue(fresh.flusher(staging, fresh.data, fresh.index)
                    .flush("loser", Planner.Mode.DRAIN, Deadline.NONE).superseded(), at);
            assertEquals(List.of("a:1"), fresh.delivered("key=a"), at);
        }
    }

    @Test
    void aManifestOfAnotherBeginningAndADamagedOneAreRefused() {
        for (byte[] bytes : List.of(Manifest.empty().replacing(Optional.of(new ObjectKey("manifests/other"))).encode(),
                new byte[]{1, 2, 3, 4, 5, 6})) {
            BufferInMemory fresh = new BufferInMemory();
            fresh.ingest(fresh.batch("one", "a:1"));
            CountingObjectStore dying = new CountingObjectStore(fresh.staging, request -> {
                if (request.startsWith("PUT manifests/quakes/0000000000000000001")) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "died");
                }
            });
            assertThrows(StoreException.class, () -> fresh.flusher(dying, fresh.data, fresh.index).flush("died",
                    Planner.Mode.DRAIN, Deadline.NONE));
            fresh.staging.put(new ObjectKey("manifests/quakes/0000000000000000001-x"), Body.of(bytes));
            assertThrows(TableLostException.class, () -> fresh.drain("next"));
            assertFalse(fresh.index.state().orElseThrow().version() > 0);
        }
    }

    @Test
    void keysThatAreNoManifestsTellNothing() {
        buffer.staging.put(new ObjectKey("manifests/quakes/readme.txt"), Body.of(new byte[]{1}));
        buffer.ingest(buffer.batch("one", "a:1"));
        assertEquals(1, buffer.drain("run").objects());
    }

    private void loseAfterACommit() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("before", Planner.Mode.SCHEDULED,
                Deadline.NONE);
        lose();
    }

    private void lose() {
        buffer.index.lose();
        buffer.index.replace();
    }
}
