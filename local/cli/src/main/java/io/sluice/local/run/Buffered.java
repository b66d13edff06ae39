package io.sluice.local.run;

import io.sluice.flush.FlushSummary;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Knows at which of the flusher's ticks there is nothing to do, so that a replay of days leaves them out: no batch has
/// come since the last run, none of its deliveries failed, and no record is old enough. Errs on the side of a run too
/// many.
final class Buffered {
    private final Duration interval;
    private final Duration dueAge;
    /// Arrival times of records that may still be buffered, in whole seconds, rounded down.
    private final TreeSet<Long> arrivals = new TreeSet<>();
    private @Nullable Instant before;
    private boolean quiet;

    /// @param shortest how long records are buffered of the partitions that wait least
    /// @param longest  how long those of the others
    /// @param every    the flusher's schedule; a partition is due early when the next run would be later than half an
    ///        interval too late
    Buffered(Duration shortest, Duration longest, Duration every) {
        this.interval = longest;
        Duration early = shortest.multipliedBy(3).dividedBy(2).minus(every);
        this.dueAge = early.compareTo(shortest) < 0 ? early : shortest;
    }

    void handed(Batch batch) {
        long noted = Long.MIN_VALUE;
        for (BatchRecord record : batch.records()) {
            long second = record.arrival().getEpochSecond();
            if (second != noted) {
                arrivals.add(second);
                noted = second;
            }
        }
        quiet = false;
    }

    /// Notes a run at `time`. What came late waits since the run before.
    void flushed(Instant time, FlushSummary report) {
        if (report.drained()) {
            arrivals.clear();
        } else {
            SortedSet<Long> old = arrivals.headSet(time.minus(interval).getEpochSecond());
            boolean someMayBeLate = !old.isEmpty();
            old.clear();
            if (someMayBeLate) {
                arrivals.add((before == null ? time : before).getEpochSecond());
            }
        }
        before = time;
        quiet = report.open() == 0 && (report.drained() || !arrivals.isEmpty());
    }

    boolean idleAt(Instant tick) {
        return quiet && (arrivals.isEmpty() || tick.isBefore(Instant.ofEpochSecond(arrivals.first()).plus(dueAge)));
    }
}
