package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.manifest.Planner;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class IdleCheckTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private final CountingObjectStore staging = new CountingObjectStore(buffer.staging);
    private final CountingObjectStore data = new CountingObjectStore(buffer.data);
    private final CountingIndex index = new CountingIndex(buffer.index);
    private final Flusher flusher = buffer.flusher(staging, data, index);

    @BeforeEach
    void begin() {
        buffer.ingest(buffer.batch("first", "a:1"));
        buffer.drain("another environment's");
    }

    @Test
    void whereNothingWaitsItReadsTheIndexAloneAndWritesNothing() {
        run(Planner.Mode.SCHEDULED);
        index.requests.clear();
        staging.requests.clear();
        assertTrue(flusher.seesNothing());
        assertEquals(List.of("state", "shards used", "read", "read", "read", "read"), index.requests);
        assertEquals(List.of(), staging.requests);
        assertEquals(List.of(), data.requests);
    }

    @Test
    void anEnvironmentThatHasNotRunKnowsNothing() {
        assertFalse(flusher.seesNothing());
        assertEquals(List.of(), index.requests);
    }

    @Test
    void whatArrivedIsSeen() {
        run(Planner.Mode.SCHEDULED);
        buffer.ingest(buffer.batch("second", "a:2"));
        assertFalse(flusher.seesNothing());
        run(Planner.Mode.DRAIN);
        assertEquals(List.of("a:1", "a:2"), buffer.delivered("key=a"));
    }

    /// It is in no entry any more.
    @Test
    void whatAnotherEnvironmentFoldedAndLeftPendingIsSeen() {
        run(Planner.Mode.SCHEDULED);
        buffer.ingest(buffer.batch("second", "a:2"));
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("another", Planner.Mode.SCHEDULED,
                Deadline.NONE);
        assertEquals(0, buffer.index.entries());
        assertFalse(flusher.seesNothing());
    }

    @Test
    void whatTheLastRunLeftPendingIsSeen() {
        buffer.ingest(buffer.batch("second", "a:2"));
        run(Planner.Mode.SCHEDULED);
        assertEquals(0, buffer.index.entries());
        assertFalse(flusher.seesNothing());
    }

    @Test
    void shardsThatCameIntoUseMeanwhileAreLookedInto() {
        run(Planner.Mode.SCHEDULED);
        buffer.index.useShards(9);
        index.requests.clear();
        assertTrue(flusher.seesNothing());
        assertEquals(9, index.requests.stream().filter("read"::equals).count());
    }

    @Test
    void ofAStreamThatHasNotBegunTheFirstBatchIsSeen() {
        BufferInMemory fresh = new BufferInMemory();
        Flusher first = fresh.flusher(fresh.staging, fresh.data, fresh.index);
        first.flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertTrue(first.seesNothing());
        fresh.ingest(fresh.batch("one", "a:1"));
        assertFalse(first.seesNothing());
    }

    private void run(Planner.Mode mode) {
        flusher.flush("run " + mode, mode, Deadline.NONE);
    }
}
