package io.sluice.repartition;

import io.sluice.flush.Deadline;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.Workers;
import io.sluice.index.BufferIndex;
import io.sluice.manifest.Planner;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Delivers what a day's receipts name: puts their entries into the day's index, any number of times, and flushes until the
/// buffer is empty.
public final class DayDelivery {
    /// With less time left than this a run may have ended before it looked at anything.
    private static final Duration TIME_LEFT_MIN = Duration.ofSeconds(30);
    /// Runs in a row without any effect before the day is given back as it is.
    private static final int IDLE_RUNS_MAX = 3;

    private final BufferIndex index;
    private final Flusher flusher;
    private final Workers workers;
    private final int shardCount;
    private final Supplier<String> runs;

    /// @param runs names flush runs; never the same twice
    DayDelivery(BufferIndex index, Flusher flusher, Workers workers, int shardCount, Supplier<String> runs) {
        this.index = index;
        this.flusher = flusher;
        this.workers = workers;
        this.shardCount = shardCount;
        this.runs = runs;
    }

    /// Where a day's delivery got to.
    public sealed interface Progress {
        /// Every record is in an object that is written.
        ///
        /// @param objects written by this call
        record Delivered(long objects) implements Progress {}

        /// Time ran out; call again.
        record Unfinished() implements Progress {}

        /// It cannot be finished now: a later call carries on.
        record Stuck(String why) implements Progress {}
    }

    Progress deliver(List<Receipt.Verdict.Staged> staged, Deadline deadline) {
        index.useShards(shardCount);
        workers.map(staged, this::put);
        long objects = 0;
        int withoutEffect = 0;
        Planner.Mode mode = Planner.Mode.SCHEDULED;
        while (true) {
            FlushSummary run = flusher.flush(runs.get(), mode, deadline);
            objects += run.objects();
            if (deadline.leavesLessThan(TIME_LEFT_MIN)) {
                return new Progress.Unfinished();
            }
            if (mode == Planner.Mode.DRAIN && run.idle() && !run.superseded()) {
                return reconciled(staged, run, objects);
            }
            boolean effect = run.batchesFolded() + run.batchesRepeated() + run.objects() > 0;
            withoutEffect = effect ? 0 : withoutEffect + 1;
            if (withoutEffect > IDLE_RUNS_MAX) {
                return new Progress.Stuck(run.problems().isEmpty()
                        ? run.open() + " objects are not written yet"
                        : run.problems().getFirst());
            }
            mode = Planner.Mode.DRAIN;
        }
    }

    private int put(Receipt.Verdict.Staged staged) {
        staged.entries().forEach(index::put);
        return staged.entries().size();
    }

    /// What was delivered must be what was staged: counted independently, in receipts and in commits.
    private static Progress reconciled(List<Receipt.Verdict.Staged> staged, FlushSummary run, long objects) {
        long records = staged.stream().mapToLong(Receipt.Verdict.Staged::records).sum();
        long rejected = staged.stream().mapToLong(Receipt.Verdict.Staged::rejected).sum();
        boolean equal = run.tally().delivered() == records - rejected && run.tally().rejected() == rejected;
        return equal
                ? new Progress.Delivered(objects)
                : new Progress.Stuck(
                        "%d records and %d rejected were staged, %d and %d are delivered; the day is not moved"
                                .formatted(records - rejected, rejected, run.tally().delivered(),
                                        run.tally().rejected()));
    }
}
