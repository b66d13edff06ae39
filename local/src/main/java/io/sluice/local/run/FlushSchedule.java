package io.sluice.local.run;

import java.time.Duration;
import java.time.Instant;

/// When the flusher runs: at the schedule's ticks of virtual time, and after so many bytes where time stands still.
final class FlushSchedule {
    private final Duration every;
    private final long bytesMax;
    private Instant last;
    private long bytes;

    /// @param every    the flusher's schedule
    /// @param start    when the first period starts
    /// @param bytesMax record bytes after which the flusher runs, whatever the time
    FlushSchedule(Duration every, Instant start, long bytesMax) {
        this.every = every;
        this.last = start;
        this.bytesMax = bytesMax;
    }

    /// Whether a tick lies before or at `now`, or enough bytes have come.
    boolean due(Instant now) {
        return bytes >= bytesMax || !now.isBefore(last.plus(every));
    }

    /// The time of the run that is due: the next tick, or `now` when it is due for its bytes.
    Instant next(Instant now) {
        Instant tick = last.plus(every);
        return now.isBefore(tick) ? now : tick;
    }

    void fed(long moreBytes) {
        bytes += moreBytes;
    }

    /// Notes a run at `time`.
    void ran(Instant time) {
        bytes = 0;
        if (!time.isBefore(last.plus(every))) {
            last = time;
        }
    }

    /// Leaves out the ticks up to `now`, at which there is nothing to do.
    void skipTo(Instant now) {
        long ticks = Duration.between(last, now).dividedBy(every);
        last = last.plus(every.multipliedBy(Math.max(ticks, 0)));
    }
}
