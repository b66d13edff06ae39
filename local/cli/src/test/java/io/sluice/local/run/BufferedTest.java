package io.sluice.local.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.flush.FlushSummary;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.manifest.PendingTotals;
import io.sluice.manifest.StreamTally;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BufferedTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration TICK = Duration.ofSeconds(5);

    @Test
    void ticksAreLeftOutUntilTheSoonestPartitionMayBeDue() {
        Buffered buffered = begun(Duration.ofSeconds(10), Duration.ofHours(1));
        assertTrue(buffered.idleAt(NOON.plusSeconds(5)));
        assertFalse(buffered.idleAt(NOON.plusSeconds(10)));
    }

    /// Some of them may be of a partition that waits for its hour.
    @Test
    void recordsAreRememberedForTheLongestInterval() {
        Buffered buffered = begun(Duration.ofSeconds(10), Duration.ofHours(1));
        buffered.flushed(NOON.plusSeconds(10), report(1));
        assertFalse(buffered.idleAt(NOON.plusSeconds(20)), "what waits may be due");
        assertFalse(buffered.idleAt(NOON.plus(Duration.ofHours(1))));
        buffered.flushed(NOON.plus(Duration.ofHours(1)), report(0));
        assertTrue(buffered.idleAt(NOON.plus(Duration.ofHours(2))));
    }

    @Test
    void withOneIntervalForAllATickAtItIsNotLeftOut() {
        Buffered buffered = begun(Duration.ofSeconds(60), Duration.ofSeconds(60));
        assertTrue(buffered.idleAt(NOON.plusSeconds(55)));
        assertFalse(buffered.idleAt(NOON.plusSeconds(60)));
    }

    /// It waits since the run before the one that found it.
    @Test
    void whatCameLateIsLookedForInTime() {
        Buffered buffered = begun(Duration.ofSeconds(60), Duration.ofSeconds(60));
        buffered.flushed(NOON.plusSeconds(60), report(1));
        Instant dayBefore = NOON.minus(Duration.ofDays(1));
        buffered.handed(new Batch(1, dayBefore, List.of(new BatchRecord("late", dayBefore, new byte[1])), 1));
        buffered.flushed(NOON.plusSeconds(65), report(1));
        assertTrue(buffered.idleAt(NOON.plusSeconds(115)));
        assertFalse(buffered.idleAt(NOON.plusSeconds(120)));
    }

    /// A batch has come and was folded.
    private static Buffered begun(Duration shortest, Duration longest) {
        Buffered buffered = new Buffered(shortest, longest, TICK);
        buffered.handed(new Batch(0, NOON, List.of(new BatchRecord("id", NOON, new byte[1])), 1));
        assertFalse(buffered.idleAt(NOON));
        buffered.flushed(NOON, report(1));
        return buffered;
    }

    /// @param waiting partitions
    private static FlushSummary report(int waiting) {
        return new FlushSummary(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
                new PendingTotals(waiting, 1, 1, 1, 1, Long.MAX_VALUE), new StreamTally(1, 0, 0, 0, 0), 0,
                Long.MAX_VALUE, Long.MAX_VALUE, List.of(), false);
    }
}
