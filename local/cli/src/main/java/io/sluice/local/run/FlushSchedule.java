package io.sluice.local.run;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The schedule of the flusher's runs: at its ticks of virtual time, and after so many bytes where time stands still.
final class FlushSchedule {
    private final Duration every;
    private final long bytesMax;
    private @Nullable Instant last;
    private long bytes;

    /// The first period starts at the time that is first asked for.
    ///
    /// @param every    the flusher's schedule
    /// @param bytesMax record bytes after which the flusher runs, whatever the time
    FlushSchedule(Duration every, long bytesMax) {
        this.every = every;
        this.bytesMax = bytesMax;
    }

    /// Tests whether a tick lies before or at `now`, or enough bytes have come.
    boolean due(Instant now) {
        return bytes >= bytesMax || !now.isBefore(tick(now));
    }

    /// The time of the run that is due: the next tick, or `now` when it is due for its bytes.
    Instant next(Instant now) {
        Instant tick = tick(now);
        return now.isBefore(tick) ? now : tick;
    }

    void fed(long moreBytes) {
        bytes += moreBytes;
    }

    /// Notes a run at `time`.
    void ran(Instant time) {
        bytes = 0;
        if (!time.isBefore(tick(time))) {
            last = time;
        }
    }

    /// Leaves out the ticks up to `now`, at which there is nothing to do.
    void skipTo(Instant now) {
        Instant from = tick(now).minus(every);
        long ticks = Duration.between(from, now).dividedBy(every);
        last = from.plus(every.multipliedBy(Math.max(ticks, 0)));
    }

    private Instant tick(Instant now) {
        Instant start = last;
        if (start == null) {
            start = now;
            last = now;
        }
        return start.plus(every);
    }
}
