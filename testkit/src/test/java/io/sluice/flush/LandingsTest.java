package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.index.Buffer;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What landed is told after the commit that saw it, before the next one, and once.
final class LandingsTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private final LandingLog log = new LandingLog(new Buffer("quakes", buffer.staging, buffer.index));

    @Test
    void aCommitTellsTheObjectsThatItSawWritten() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2", "a:3", "no key"));
        drain("run");
        List<LandedObject> objects = landings().getFirst().landed().objects();
        assertEquals(1, landings().size());
        assertEquals(List.of(1L, 1L, 2L), objects.stream().map(LandedObject::records).sorted().toList());
        for (LandedObject object : objects) {
            assertEquals(buffer.data.get(object.key()).length, object.bytes());
            assertEquals(object.key().value().startsWith("errors/"), object.kind() == Partition.Kind.ERRORS);
            assertEquals(BufferInMemory.NOON.toEpochMilli(), object.oldestArrival());
        }
    }

    @Test
    void aStreamWithoutALandingLogMakesNoRequestForOne() {
        List<String> without = new ArrayList<>();
        buffer.ingest(buffer.batch("one", "a:1"));
        new Flusher(BufferInMemory.settings(),
                new Buffer("quakes", new CountingObjectStore(buffer.staging, without::add), buffer.index), buffer.data,
                Workers.sequential(), () -> buffer.now).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertFalse(without.stream().anyMatch(request -> request.contains("landings/")), without.toString());
        assertEquals(0, log.after(0).count());
    }

    @Test
    void aStreamWithOneMakesOneRequestMoreForEachCommitThatSawSomethingWritten() {
        List<String> requests = new ArrayList<>();
        Flusher flusher = flusher(requests::add);
        for (String batch : List.of("one", "two", "three")) {
            buffer.ingest(buffer.batch(batch, "a:" + batch));
            flusher.flush("run " + batch, Planner.Mode.DRAIN, Deadline.NONE);
        }
        assertEquals(3, requests.stream().filter(request -> request.contains("landings/")).count());
        assertEquals(3, landings().size());
        requests.clear();
        flusher.flush("idle", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(List.of("GET"),
                requests.stream().map(request -> request.substring(0, request.indexOf(' '))).toList());
    }

    @Test
    void whatARunLeftUntoldTheNextOneTells() {
        buffer.ingest(buffer.batch("one", "a:1"));
        FlushSummary summary = flusher(LandingsTest::refuseLandings).flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        assertTrue(summary.problems().getFirst().startsWith("landing: "), summary.problems().toString());
        assertEquals(0, log.after(0).count());
        drain("run 2");
        assertEquals(1, landings().size());
        assertEquals(2, log.after(0).findFirst().orElseThrow());
    }

    @Test
    void nobodyCommitsOverWhatIsNotTold() {
        buffer.ingest(buffer.batch("one", "a:1"));
        Flusher refused = flusher(LandingsTest::refuseLandings);
        refused.flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        buffer.ingest(buffer.batch("two", "a:2"));
        var state = buffer.index.state();
        assertThrows(StoreException.class, () -> refused.flush("run 2", Planner.Mode.DRAIN, Deadline.NONE));
        assertEquals(state, buffer.index.state());
    }

    /// The flusher has no right to put landings any more.
    @Test
    void whereTheLogIsSwitchedOffNobodyWaitsForWhatIsNotTold() {
        buffer.ingest(buffer.batch("one", "a:1"));
        flusher(LandingsTest::refuseLandings).flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        buffer.ingest(buffer.batch("two", "a:2"));
        List<String> requests = new ArrayList<>();
        new Flusher(BufferInMemory.settings(),
                new Buffer("quakes", new CountingObjectStore(buffer.staging, requests::add), buffer.index), buffer.data,
                Workers.sequential(), () -> buffer.now).flush("run 2", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(2, buffer.data.contents().size());
        assertFalse(requests.stream().anyMatch(request -> request.contains("landings/")), requests.toString());
        buffer.ingest(buffer.batch("three", "a:3"));
        drain("run 3");
        assertEquals(0, landings().getFirst().landed().previous(), "the log begins anew");
    }

    @Test
    void aTickSeesThatSomethingIsNotTold() {
        buffer.ingest(buffer.batch("one", "a:1"));
        boolean[] refuses = {true};
        Flusher flusher = flusher(request -> {
            if (refuses[0]) {
                refuseLandings(request);
            }
        });
        flusher.flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        assertFalse(flusher.seesNothing());
        refuses[0] = false;
        flusher.flush("tick", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertTrue(flusher.seesNothing());
        assertEquals(1, landings().size());
    }

    @Test
    void aDamagedLastLandingIsMadeAgainAndHoldsNobodyUp() {
        buffer.ingest(buffer.batch("one", "a:1"));
        drain("run 1");
        Landing told = landings().getFirst();
        buffer.staging.put(Landing.key("quakes", told.version()), Body.of(new byte[]{1, 2, 3}));
        buffer.ingest(buffer.batch("two", "a:2"));
        drain("run 2");
        assertEquals(told, landings().getFirst());
        assertEquals(2, landings().size());
    }

    @Test
    void aLandingOfAnotherManifestTellsThatTheTableIsOld() {
        buffer.ingest(buffer.batch("one", "a:1"));
        drain("run 1");
        Landing told = landings().getFirst();
        ObjectKey key = Landing.key("quakes", told.version());
        buffer.staging.put(key,
                Body.of(new Landing(told.version(), new ObjectKey("manifests/quakes/other"), told.landed()).encode()));
        buffer.ingest(buffer.batch("two", "a:2"));
        TableLostException lost = assertThrows(TableLostException.class, () -> drain("run 2"));
        assertTrue(lost.getMessage().contains(key + " tells what landed with manifests/quakes/other"),
                lost.getMessage());
    }

    @Test
    void aReaderIsToldOfLandingsThatWereThere() {
        for (String batch : List.of("one", "two", "three")) {
            buffer.ingest(buffer.batch(batch, "a:" + batch));
            drain("run " + batch);
        }
        List<Landing> all = landings();
        buffer.staging.delete(List.of(Landing.key("quakes", all.get(1).version())));
        assertEquals(List.of(new LandingLog.Step.Came(all.get(0)),
                new LandingLog.Step.Missing(all.get(0).version(), all.get(1).version()),
                new LandingLog.Step.Came(all.get(2))), log.steps(0).toList());
        assertEquals(List.of(new LandingLog.Step.Came(all.get(2))), log.steps(all.get(1).version()).toList());
    }

    @Test
    void aSweepRemovesOldLandingsAndLeavesTheLast() {
        buffer.ingest(buffer.batch("one", "a:1"));
        drain("run 1");
        buffer.ingest(buffer.batch("two", "a:2"));
        drain("run 2");
        Landing last = landings().getLast();
        buffer.now = buffer.now.plus(Duration.ofDays(7)).plusSeconds(1);
        Sweep.Summary summary = new Sweep(BufferInMemory.landingSettings(),
                new Buffer("quakes", buffer.staging, buffer.index), () -> buffer.now).sweep(Deadline.NONE);
        assertEquals(1, summary.landings());
        assertEquals(List.of(last), landings());
        drain("run 3");
        assertEquals(List.of(last), landings(), "nobody puts it again");
    }

    private static void refuseLandings(String request) {
        if (request.startsWith("CREATE landings/")) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "made up");
        }
    }

    private Flusher flusher(Consumer<String> observer) {
        return new Flusher(BufferInMemory.landingSettings(),
                new Buffer("quakes", new CountingObjectStore(buffer.staging, observer), buffer.index), buffer.data,
                Workers.sequential(), () -> buffer.now);
    }

    private void drain(String run) {
        flusher(_ -> {}).flush(run, Planner.Mode.DRAIN, Deadline.NONE);
    }

    private List<Landing> landings() {
        return log.after(0).flatMap(version -> log.find(version).stream()).toList();
    }
}
