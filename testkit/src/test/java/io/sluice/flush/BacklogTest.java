package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The flusher was off while batches kept coming, at 300 a minute: a day of it, scaled down to 20 minutes with bounds
/// scaled likewise.
final class BacklogTest {
    private static final int BATCHES = 6_000;
    private static final Duration BETWEEN_BATCHES = Duration.ofMillis(200);
    private static final int PARTITIONS = 7;
    /// Four pages of fifty entries of each of four shards.
    private static final int BATCHES_AT_ONCE_MAX = 4 * 50 * 4;

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void isCaughtUpOldestFirstOverSeveralRunsWithinItsBounds() {
        stage();
        int entries = buffer.index.entries();
        assertEquals(BATCHES, entries);
        int runs = 0;
        while (!isDone()) {
            FlushSummary summary = run("run " + runs++);
            int left = buffer.index.entries();
            assertTrue(left < entries || isDone(), "run " + runs + " makes headway: " + summary);
            assertEquals(entries - left, summary.batchesFolded());
            entries = left;
            assertEquals(summary.tally().staged(),
                    summary.tally().delivered() + summary.pending().records() + openRecords());
            if (left > 0) {
                assertTrue(buffer.delivered("key=0").contains("0:0"), "the oldest went first");
                String newest = (BATCHES - 1) % PARTITIONS + ":" + (BATCHES - 1);
                assertTrue(!buffer.delivered("key=" + (BATCHES - 1) % PARTITIONS).contains(newest), "the newest waits");
            }
        }
        assertTrue(runs >= 3, "runs: " + runs);
        assertEquals(expected(), buffer.delivered().values().stream().flatMap(List::stream).sorted().toList());
    }

    /// Keys that never repeat, and fewer objects for a commit than keys in what one look finds.
    @Test
    void whatIsPendingStaysBoundedHoweverManyKeysWait() {
        for (int i = 0; i < 2_000; i++) {
            buffer.ingest(buffer.batch("batch " + i, i + ":" + i));
        }
        FlushSettings usual = BufferInMemory.settings();
        PlanSettings plan = usual.plan();
        int pendingBytesMax = 4_000;
        FlushSettings settings = new FlushSettings(new PlanSettings(plan.due(), plan.naming(), plan.errorOutput(),
                plan.retry(), plan.activePartitionLimit(), plan.shardCount(), plan.foldedFor(), 20, pendingBytesMax),
                usual.flushMemoryBytesMax(), 2_000);
        List<Integer> pending = new ArrayList<>();
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        FlushSummary summary = new Flusher(settings, new Buffer("quakes", staging, buffer.index), buffer.data,
                Workers.sequential(), () -> {
                    buffer.index.state().map(FlushState::manifest).ifPresent(manifest -> pending
                            .add(Manifest.decode(buffer.staging.get(manifest)).pending().bytes()));
                    return buffer.now;
                }).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertTrue(summary.drained(), summary.toString());
        assertEquals(2_000, buffer.delivered().size());
        int most = pending.stream().mapToInt(Integer::intValue).max().orElseThrow();
        assertTrue(most > pendingBytesMax && most < 3 * pendingBytesMax, "bytes pending: " + most);
    }

    /// Time passes with every look at the clock, so that a run is cut off after some dozen folds.
    private FlushSummary run(String name) {
        long[] looks = new long[1];
        Deadline deadline = () -> Duration.ofSeconds(60 - 8 * looks[0]++);
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        int before = buffer.index.entries();
        FlushSummary summary = buffer.flusher(staging, buffer.data, buffer.index).flush(name, Planner.Mode.SCHEDULED,
                deadline);
        long commits = staging.requests.stream().filter(request -> request.startsWith("PUT manifests/")).count();
        assertTrue(before - buffer.index.entries() <= commits * BATCHES_AT_ONCE_MAX, "folds are bounded");
        return summary;
    }

    private boolean isDone() {
        return buffer.index.entries() == 0 && openRecords() == 0
                && buffer.staging.contents().keySet().stream().noneMatch(key -> key.startsWith("segments/"));
    }

    private long openRecords() {
        return buffer.index.state()
                .map(state -> Manifest.decode(buffer.staging.get(state.manifest())).openRecords())
                .orElse(0L);
    }

    private void stage() {
        for (int i = 0; i < BATCHES; i++) {
            buffer.now = BufferInMemory.NOON.plus(BETWEEN_BATCHES.multipliedBy(i));
            buffer.ingest(buffer.batch("batch " + i, i % PARTITIONS + ":" + i));
        }
        buffer.now = buffer.now.plus(Duration.ofHours(30));
    }

    private static List<String> expected() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            expected.add(i % PARTITIONS + ":" + i);
        }
        expected.sort(null);
        return expected;
    }
}
