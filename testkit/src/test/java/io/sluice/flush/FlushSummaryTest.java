package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.PendingTotals;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// The figures that operators see, counted by hand.
final class FlushSummaryTest {
    /// After a plain chunk.
    private static final int TRAILER_BYTES = 4;

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void countsWhatARunDid() {
        var staged = buffer.ingest(buffer.batch("one", "a:1", "a:22", "b:333", "nobody"));
        assertEquals(4, staged.records());
        assertEquals(1, staged.rejected());
        assertEquals(0, staged.dropped());
        assertEquals(3, staged.partitions());
        assertEquals(buffer.staging.contents().values().stream().mapToLong(bytes -> bytes.length).sum(),
                staged.stagedBytes());
        buffer.now = buffer.now.plusSeconds(10);
        FlushSummary summary = buffer.drain("run");
        assertEquals(3, summary.objects());
        assertEquals(1, summary.errorObjects());
        assertEquals(4, summary.records());
        assertEquals(staged.rawBytes(), summary.rawBytes());
        assertEquals(buffer.data.contents().values().stream().mapToLong(bytes -> bytes.length).sum(), summary.bytes());
        assertEquals(3, summary.partitionsPeak());
        long errorBytes = staged.rawBytes() - "a:1\na:22\nb:333\n".length();
        assertEquals(errorBytes / 10.0, summary.busiest(), 1e-9, "bytes a second of the busiest partition");
        assertEquals(BufferInMemory.NOON.toEpochMilli(), summary.oldestArrived());
        assertEquals(1, summary.batchesFolded());
        assertEquals(0, summary.failed());
        assertEquals(3, summary.tally().delivered());
        assertEquals(1, summary.tally().rejected());
        assertTrue(summary.drained());
        assertFalse(summary.idle());
        assertTrue(buffer.drain("run 2").idle());
        assertEquals(new PendingTotals(0, 0, 0, 0, 0, Long.MAX_VALUE), summary.pending());
    }

    @Test
    void countsWhatWaits() {
        buffer.ingest(buffer.batch("one", "a:1", "a:22", "b:333"));
        buffer.now = buffer.now.plusSeconds(1);
        buffer.ingest(buffer.batch("two", "a:4444"));
        FlushSummary summary = buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run",
                Planner.Mode.SCHEDULED, Deadline.NONE);
        PendingTotals pending = summary.pending();
        assertEquals(2, pending.partitions());
        assertEquals(3, pending.chunks());
        assertEquals(4, pending.records());
        assertEquals("a:1\na:22\nb:333\na:4444\n".length(), pending.rawBytes());
        assertEquals("a:1\na:22\nb:333\na:4444\n".length() + 3 * TRAILER_BYTES, pending.bytes());
        assertEquals(BufferInMemory.NOON.toEpochMilli(), pending.waitingSince());
        assertEquals(2, summary.partitionsPeak());
        assertFalse(summary.drained());
        FlushSummary next = buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run 2",
                Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(0, next.batchesFolded());
        assertFalse(next.idle(), "something waits");
    }

    @Test
    void keepsAHundredProblemsAndTellsHowManyObjectsFailed() {
        String[] records = new String[130];
        for (int i = 0; i < records.length; i++) {
            records[i] = "k" + i + ":" + i;
        }
        buffer.ingest(buffer.batch("one", records));
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE")) {
                throw new StoreException(StoreException.Kind.REFUSED, "denied");
            }
        });
        FlushSummary summary = buffer.flusher(buffer.staging, denied, buffer.index).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(100, summary.problems().size());
        assertEquals(130, summary.failed());
        assertEquals(130, summary.open());
        assertEquals(0, summary.objects());
    }

    /// What is decided and not written is as late as what is not decided yet.
    @Test
    void aRecordWaitsUntilItsObjectIsThere() {
        buffer.ingest(buffer.batch("one", "a:1"));
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE")) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
            }
        });
        buffer.flusher(buffer.staging, denied, buffer.index).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        buffer.now = buffer.now.plusSeconds(3_600);
        buffer.ingest(buffer.batch("two", "b:2"));
        FlushSummary late = buffer.flusher(buffer.staging, denied, buffer.index).flush("run 2", Planner.Mode.SCHEDULED,
                Deadline.NONE);
        assertEquals(1, late.open());
        assertEquals(buffer.now.toEpochMilli(), late.pending().waitingSince());
        assertEquals(BufferInMemory.NOON.toEpochMilli(), late.waitingSince());
        assertEquals(0, late.foreign(), "nothing is at its key");
        assertEquals(Long.MAX_VALUE, buffer.drain("run 3").waitingSince());
    }

    @Test
    void countsObjectsOfOthersAtItsOwnKeysUntilTheyAreGone() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE")) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
            }
        });
        buffer.flusher(buffer.staging, denied, buffer.index).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        ObjectKey taken = new OpenDeliveries(new Buffer("quakes", buffer.staging, buffer.index)).read()
                .orElseThrow().stream().filter(key -> key.value().startsWith("key=a/")).findFirst().orElseThrow();
        buffer.data.put(taken, Body.of("somebody else's".getBytes(UTF_8)));
        FlushSummary held = buffer.drain("run 2");
        assertEquals(1, held.foreign());
        assertEquals(1, held.open());
        assertEquals(1, held.objects(), "the other partition's");
        buffer.data.delete(List.of(taken));
        FlushSummary freed = buffer.drain("run 3");
        assertEquals(0, freed.foreign());
        assertTrue(freed.drained());
    }

    @Test
    void anEmptyBatchIsNothing() {
        var nothing = buffer.ingest(buffer.batch("none"));
        assertEquals(0, nothing.records());
        assertEquals(0, buffer.index.entries());
        assertEquals(Optional.empty(), buffer.index.state());
    }
}
