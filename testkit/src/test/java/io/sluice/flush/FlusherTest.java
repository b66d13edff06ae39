package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class FlusherTest {
    /// Stands for the end of a process: nothing catches it.
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void aDrainDeliversEverythingAndLeavesNothing() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2", "a:3"));
        buffer.ingest(buffer.batch("two", "a:4"));
        FlushSummary summary = buffer.drain("run");
        assertEquals(Map.of("key=a", List.of("a:1", "a:3", "a:4"), "key=b", List.of("b:2")), buffer.delivered());
        assertTrue(summary.drained());
        assertEquals(2, summary.objects());
        assertEquals(4, summary.tally().delivered());
        assertEquals(0, buffer.index.entries());
        assertEquals(1, buffer.staging.contents().size(),
                "the current manifest alone: " + buffer.staging.contents().keySet());
    }

    @Test
    void aScheduledRunLeavesWhatIsNotDue() {
        buffer.ingest(buffer.batch("one", "a:1"));
        FlushSummary first = scheduled("run 1");
        assertEquals(0, first.objects());
        assertEquals(1, first.pending().partitions());
        buffer.now = buffer.now.plus(Duration.ofMinutes(5));
        assertEquals(1, scheduled("run 2").objects());
        assertEquals(List.of("a:1"), buffer.delivered().get("key=a"));
    }

    @Test
    void anIdleRunWritesNothing() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run 1");
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        Flusher flusher = buffer.flusher(staging, buffer.data, index);
        flusher.flush("run 2", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(List.of("state", "shards used", "read", "read", "read", "read"), index.requests);
        assertEquals(List.of("GET", "LIST"), verbs(staging), "a new environment looks for later manifests, once");
        staging.requests.clear();
        flusher.flush("run 3", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(List.of("GET"), verbs(staging));
        buffer.ingest(buffer.batch("two", "a:2"));
        flusher.flush("run 4", Planner.Mode.SCHEDULED, Deadline.NONE);
        staging.requests.clear();
        flusher.flush("run 5", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(List.of("GET"), verbs(staging), "what it committed itself is the newest");
    }

    private static List<String> verbs(CountingObjectStore staging) {
        return staging.requests.stream().map(request -> request.substring(0, request.indexOf(' '))).toList();
    }

    @Test
    void aRunThatDeliversLooksOnceAndCommitsTwice() {
        begin();
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        buffer.ingest(buffer.batch("two", "a:3"));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingObjectStore data = new CountingObjectStore(buffer.data);
        CountingIndex index = new CountingIndex(buffer.index);
        assertTrue(buffer.flusher(staging, data, index).flush("run", Planner.Mode.DRAIN, Deadline.NONE).drained());
        assertEquals(List.of("state", "shards used", "read", "read", "read", "read", "state", "commit", "delete",
                "commit"),
                index.requests);
        assertEquals(List.of("GET", "LIST", "PUT", "DELETE", "GET", "GET", "PUT", "DELETE"),
                staging.requests.stream().map(request -> request.substring(0, request.indexOf(' '))).toList());
        assertEquals(2, data.requests.size(), data.requests.toString());
    }

    @Test
    void aStreamsFirstCommitTakesTwoListingsAndAnEmptyManifestMore() {
        buffer.ingest(buffer.batch("one", "a:1"));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        buffer.flusher(staging, buffer.data, index).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(List.of("state", "shards used", "read", "read", "read", "read", "state", "recovery", "commit",
                "recovery", "commit", "delete"), index.requests);
        assertEquals(List.of("LIST", "PUT", "LIST", "PUT", "DELETE"),
                staging.requests.stream().map(request -> request.substring(0, request.indexOf(' '))).toList());
    }

    private void begin() {
        buffer.ingest(buffer.batch("the first", "z:0"));
        buffer.drain("first run");
    }

    @Test
    void aRunThatOnlyFoldsLooksOnceAndCommitsOnce() {
        begin();
        buffer.ingest(buffer.batch("one", "a:1"));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        buffer.flusher(staging, buffer.data, index).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(List.of("state", "shards used", "read", "read", "read", "read", "state", "commit", "delete"),
                index.requests);
        assertEquals(List.of("GET", "LIST", "PUT", "DELETE"),
                staging.requests.stream().map(request -> request.substring(0, request.indexOf(' '))).toList());
    }

    @Test
    void aRunThatTakesLongerThanTheScheduleDeliversWhatArrivedMeanwhile() {
        buffer.ingest(buffer.batch("one", "a:1"));
        List<String> late = new ArrayList<>(List.of("b:2", "c:3"));
        CountingObjectStore data = new CountingObjectStore(buffer.data, request -> {
            buffer.now = buffer.now.plus(Duration.ofMinutes(1));
            if (!late.isEmpty()) {
                buffer.ingest(buffer.batch("late " + late.size(), late.removeFirst()));
            }
        });
        FlushSummary summary = buffer.flusher(buffer.staging, data, buffer.index).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(3, summary.objects());
        assertEquals(0, buffer.index.entries());
    }

    @Test
    void whatArrivesDuringAShortRunIsForTheNext() {
        buffer.ingest(buffer.batch("one", "a:1"));
        CountingObjectStore data = new CountingObjectStore(buffer.data,
                _ -> buffer.ingest(buffer.batch("late", "b:2")));
        FlushSummary summary = buffer.flusher(buffer.staging, data, buffer.index).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertTrue(summary.drained(), summary.toString());
        assertEquals(1, buffer.index.entries());
        assertEquals(1, buffer.drain("next").objects());
    }

    @Test
    void theSameBatchTwiceIsDeliveredOnce() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        buffer.drain("run 1");
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        FlushSummary again = buffer.drain("run 2");
        assertEquals(1, again.batchesRepeated());
        assertEquals(List.of("a:1"), buffer.delivered().get("key=a"));
        assertEquals(2, buffer.data.contents().size());
        assertEquals(0, buffer.index.entries());
        assertEquals(1, buffer.staging.contents().size(), "the repeated segment is gone again");
    }

    @Test
    void aRunKilledAfterItsCommitAndBeforeItsPutsIsFinishedByTheNext() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        Consumer<String> crash = crashAt(request -> request.startsWith("CREATE"));
        assertThrows(Crash.class, () -> buffer
                .flusher(buffer.staging, new CountingObjectStore(buffer.data, crash), buffer.index)
                .flush("run 1", Planner.Mode.DRAIN, Deadline.NONE));
        assertEquals(Map.of(), buffer.delivered());
        FlushSummary next = scheduled("run 2");
        assertEquals(2, next.objects());
        assertEquals(Map.of("key=a", List.of("a:1"), "key=b", List.of("b:2")), buffer.delivered());
        assertTrue(next.drained());
    }

    @Test
    void aFailedObjectHoldsUpNoOtherAndIsRetriedUnderItsKey() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE key=a/")) {
                throw new StoreException(StoreException.Kind.REFUSED, "access denied");
            }
        });
        FlushSummary first = buffer.flusher(buffer.staging, denied, buffer.index).flush("run 1", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(1, first.objects());
        assertEquals(1, first.open());
        assertEquals(1, first.failed());
        assertTrue(first.problems().getFirst().contains("access denied"), first.problems().toString());
        FlushSummary second = scheduled("run 2");
        assertTrue(second.drained());
        assertEquals(List.of("a:1"), buffer.delivered().get("key=a"));
    }

    @Test
    void recordsThatS3RefusesForTheRetryTimeBecomeErrorRecords() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2", "a:3"));
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE key=a/")) {
                throw new StoreException(StoreException.Kind.REFUSED, "access denied");
            }
        });
        Flusher flusher = buffer.flusher(buffer.staging, denied, buffer.index);
        flusher.flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        buffer.now = buffer.now.plus(Duration.ofMinutes(5));
        FlushSummary givenUp = flusher.flush("run 2", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(1, givenUp.open(), "a run that began earlier may still write the object");
        buffer.now = buffer.now.plus(Duration.ofMinutes(30));
        FlushSummary moved = flusher.flush("run 3", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertTrue(moved.problems().getFirst().endsWith("given up; its records go to the error output"),
                moved.problems().toString());
        FlushSummary last = flusher.flush("run 4", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertTrue(last.drained(), last.toString());
        assertEquals(1, last.tally().delivered());
        assertEquals(2, last.tally().rejected());
        String error = buffer.delivered("errors/partitioning-failed").getFirst();
        assertTrue(error.startsWith("{\"rawData\":\"YToxCmE6Mwo=\",\"errorCode\":\"Sluice.DeliveryRefused\""), error);
    }

    @Test
    void anObjectThatIsThereByOurOwnLostSuccessIsDone() {
        buffer.ingest(buffer.batch("one", "a:1"));
        FlushSummary summary = buffer.flusher(buffer.staging, new LosingAnswers(buffer.data), buffer.index)
                .flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertTrue(summary.drained(), summary.toString());
        assertEquals(0, summary.failed());
        assertEquals(List.of("a:1"), buffer.delivered().get("key=a"));
    }

    @Test
    void anObjectOfSomeoneElseAtOurKeyIsNeverTakenForOurs() {
        buffer.ingest(buffer.batch("one", "a:1"));
        CountingObjectStore data = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE ")) {
                buffer.data.put(new ObjectKey(request.substring("CREATE ".length())), Body.of(new byte[3]));
            }
        });
        FlushSummary summary = buffer.flusher(buffer.staging, data, buffer.index).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertFalse(summary.drained());
        assertEquals(1, summary.failed());
    }

    @Test
    void aRunWithoutTimeStopsAndTheNextCarriesOn() {
        buffer.ingest(buffer.batch("one", "a:1"));
        FlushSummary none = buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run 1",
                Planner.Mode.DRAIN, () -> Duration.ZERO);
        assertEquals(0, none.objects());
        assertTrue(buffer.drain("run 2").drained());
    }

    /// A whole bucket that is denied for longer than deliveries are tried: neither the object nor its absence is seen.
    @Test
    void whatWasWrittenBeforeEveryRequestWasRefusedIsDeliveredOnce() {
        buffer.ingest(buffer.batch("one", "a:1"));
        boolean[] written = {false};
        var noting = new CountingObjectStore(buffer.data, request -> written[0] |= request.startsWith("CREATE "));
        buffer.flusher(buffer.staging, noting, buffer.index).flush("run 1", Planner.Mode.DRAIN,
                () -> written[0] ? Duration.ZERO : Duration.ofMinutes(15));
        Flusher denied = buffer.flusher(buffer.staging, new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE key=") || request.startsWith("HEAD key=")) {
                throw new StoreException(StoreException.Kind.REFUSED, "access denied");
            }
        }), buffer.index);
        denied.flush("run 2", Planner.Mode.SCHEDULED, Deadline.NONE);
        buffer.now = buffer.now.plus(Duration.ofMinutes(5));
        denied.flush("run 3", Planner.Mode.SCHEDULED, Deadline.NONE);
        buffer.now = buffer.now.plus(Duration.ofMinutes(30));
        denied.flush("run 4", Planner.Mode.SCHEDULED, Deadline.NONE);
        FlushSummary last = scheduled("run 5");
        assertTrue(last.drained(), last.toString());
        assertEquals(0, last.tally().rejected());
        assertEquals(List.of("a:1"), buffer.delivered().get("key=a"));
    }

    private FlushSummary scheduled(String run) {
        return buffer.flusher(buffer.staging, buffer.data, buffer.index).flush(run, Planner.Mode.SCHEDULED,
                Deadline.NONE);
    }

    private static Consumer<String> crashAt(Predicate<String> request) {
        return name -> {
            if (request.test(name)) {
                throw new Crash();
            }
        };
    }
}
