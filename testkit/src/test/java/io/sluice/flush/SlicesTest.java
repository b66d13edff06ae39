package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Deliveries that are shared out among invocations.
final class SlicesTest {
    private static final FlushSettings ALONE = BufferInMemory.settings();
    private static final FlushSettings SHARED = new FlushSettings(ALONE.plan(), ALONE.flushMemoryBytesMax(),
            ALONE.directoryBytesMax(), new Slicing(4, 10, 1 << 20));

    private final BufferInMemory buffer = new BufferInMemory();
    private final List<DeliverySlice> asked = new ArrayList<>();

    private Flusher flusher(ObjectStore staging, ObjectStore data) {
        return new Flusher(SHARED, new Buffer("quakes", staging, buffer.index), data, Workers.sequential(),
                () -> buffer.now);
    }

    private FlushSummary run(String run, SliceInvoker invoker) {
        return flusher(buffer.staging, buffer.data).flush(run, Planner.Mode.DRAIN, Deadline.NONE, invoker);
    }

    private SliceSummary carryOut(DeliverySlice slice) {
        return flusher(buffer.staging, buffer.data).carryOut(slice, Deadline.NONE);
    }

    private void ingest(int partitions) {
        String[] records = new String[partitions];
        for (int i = 0; i < partitions; i++) {
            records[i] = "k" + i + ":" + i;
        }
        buffer.ingest(buffer.batch("batch of " + partitions, records));
    }

    private List<Delivery> open() {
        FlushState state = buffer.index.state().orElseThrow();
        return Manifest.decode(buffer.staging.get(state.manifest())).deliveries();
    }

    @Test
    void slicesHoldEveryKeyOnceAndAreOfAboutTheSameWeight() {
        ingest(100);
        FlushSummary none = buffer.flusher(buffer.staging, new CountingObjectStore(buffer.data, request -> {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
        }), buffer.index).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(100, none.open());
        for (int slices = 1; slices <= 7; slices++) {
            List<DeliverySlice> cut = new Slicing(slices, 10, 1 << 20).cut(open());
            assertEquals(slices, cut.size());
            for (DeliverySlice slice : cut) {
                long held = open().stream().filter(each -> slice.holds(each.key())).count();
                assertTrue(Math.abs(held - 100.0 / slices) <= 1, slices + " slices, " + held + " in one");
            }
            for (Delivery delivery : open()) {
                assertEquals(1, cut.stream().filter(slice -> slice.holds(delivery.key())).count());
            }
        }
        assertEquals(2, new Slicing(7, 50, 1 << 20).cut(open()).size());
        assertEquals(1, new Slicing(7, 100, 1 << 20).cut(open()).size());
        assertEquals(1, Slicing.OFF.cut(open()).size());
        assertEquals(1, new Slicing(7, 10, 1).cut(List.of()).size());
        assertEquals(7, new Slicing(7, 1_000, 10).cut(open()).size(), "bytes count as well as objects");
        assertTrue(new DeliverySlice("b", Optional.of("d")).holds(new ObjectKey("b")));
        assertFalse(new DeliverySlice("b", Optional.of("d")).holds(new ObjectKey("d")));
    }

    @Test
    void aRunKeepsOneSliceAndTheNextRunCommitsWhatTheOthersWrote() {
        ingest(40);
        FlushSummary first = run("run 1", asked::add);
        assertEquals(3, asked.size());
        assertEquals(10, first.objects());
        assertEquals(30, first.open());
        Optional<FlushState> state = buffer.index.state();
        for (DeliverySlice slice : asked) {
            SliceSummary summary = carryOut(slice);
            assertEquals(10, summary.objects());
            assertEquals(List.of(), summary.problems());
        }
        assertEquals(state, buffer.index.state(), "a slice commits nothing");
        assertEquals(40, buffer.data.contents().size());
        asked.clear();
        FlushSummary second = run("run 2", asked::add);
        assertEquals(List.of(), asked);
        assertEquals(30, second.objects());
        assertTrue(second.drained(), second.toString());
        assertEquals(40, second.tally().delivered());
        assertEquals(1, buffer.staging.contents().size(), "the manifest alone");
    }

    @Test
    void aSliceReadsItsPartAndWritesItAndDeletesNothing() {
        ingest(40);
        run("run 1", asked::add);
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingObjectStore data = new CountingObjectStore(buffer.data);
        flusher(staging, data).carryOut(asked.getFirst(), Deadline.NONE);
        assertEquals(3, staging.requests.size(), staging.requests.toString());
        assertTrue(staging.requests.getFirst().startsWith("GET manifests/"), staging.requests.toString());
        assertTrue(staging.requests.getLast().startsWith("GET range segments/"), "neighbours: one range");
        assertEquals(10, data.requests.stream().filter(request -> request.startsWith("CREATE ")).count());
        assertEquals(10, data.requests.size());
    }

    @Test
    void whatNobodyAcceptsTheRunDoesItself() {
        ingest(40);
        FlushSummary summary = run("run", slice -> {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "too many invocations");
        });
        assertEquals(40, summary.objects());
        assertEquals(List.of("slice: too many invocations"), summary.problems());
        assertTrue(summary.drained());
    }

    @Test
    void slicesThatNeverStartOrComeTwiceChangeNothing() {
        ingest(40);
        run("run 1", asked::add);
        DeliverySlice late = asked.getFirst();
        assertEquals(10, carryOut(late).objects());
        assertEquals(10, carryOut(late).objects(), "found, and not written again");
        for (int run = 2; !run("run " + run, _ -> {}).drained(); run++) {
            assertTrue(run < 10);
        }
        assertEquals(40, buffer.data.contents().size());
        buffer.data.delete(List.of(new ObjectKey(buffer.data.contents().keySet().iterator().next())));
        assertEquals(0, carryOut(new DeliverySlice("", Optional.empty())).objects());
        assertEquals(39, buffer.data.contents().size(), "what a consumer took is not written again");
    }

    @Test
    void deliveriesThatFailedAreTheRunsOwnAndGivenUpInTheEnd() {
        ingest(40);
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE key=")) {
                throw new StoreException(StoreException.Kind.REFUSED, "access denied");
            }
        });
        FlushSummary last = flusher(buffer.staging, denied).flush("run 0", Planner.Mode.SCHEDULED, Deadline.NONE);
        for (int run = 1; !last.drained() || run < 12; run++) {
            buffer.now = buffer.now.plus(Duration.ofMinutes(6));
            asked.clear();
            last = flusher(buffer.staging, denied).flush("run " + run, Planner.Mode.SCHEDULED, Deadline.NONE,
                    asked::add);
            asked.forEach(slice -> flusher(buffer.staging, denied).carryOut(slice, Deadline.NONE));
            assertTrue(run < 30, last.toString());
        }
        assertEquals(40, last.tally().rejected());
        assertEquals(40, buffer.delivered("errors/partitioning-failed").size());
    }

    @Test
    void aSliceLeavesAloneWhatIsGivenUp() {
        ingest(2);
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE ")) {
                throw new StoreException(StoreException.Kind.REFUSED, "access denied");
            }
        });
        Flusher flusher = flusher(buffer.staging, denied);
        flusher.flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        buffer.now = buffer.now.plus(Duration.ofMinutes(5));
        flusher.flush("run 2", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(List.of(true, true), open().stream().map(delivery -> delivery.failure().isGivenUp()).toList());
        assertEquals(new SliceSummary(buffer.index.state().orElseThrow().version(), 0, 0, 0, 0, List.of()),
                carryOut(new DeliverySlice("", Optional.empty())));
        assertEquals(0, buffer.data.contents().size());
    }
}
