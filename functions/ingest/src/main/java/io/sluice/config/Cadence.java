package io.sluice.config;

import java.time.Duration;

/// The time that records wait in the buffer.
///
/// The flusher delivers a partition at its first run at which the partition's oldest record is as old as the interval,
/// or would be older than 1.5 times the interval by the next run (`DuePolicy`).
///
/// @param interval   `IntervalInSeconds`
/// @param flushEvery time between runs, at least a second
public record Cadence(Duration interval, Duration flushEvery) {
    private static final Duration MONTH = Duration.ofHours(730);

    public static Cadence of(StreamConfiguration stream) {
        return new Cadence(stream.interval(), stream.sluice().flushEvery());
    }

    /// The age from which on a run delivers a partition.
    public Duration dueAge() {
        Duration bound = interval.multipliedBy(3).dividedBy(2).minus(flushEvery);
        Duration due = interval.compareTo(bound) < 0 ? interval : bound;
        return due.isNegative() ? Duration.ZERO : due;
    }

    /// Time between two deliveries of a partition that always has records: whole flusher runs.
    public Duration effective() {
        return flushEvery.multipliedBy(dueAge().dividedBy(flushEvery) + 1);
    }

    /// Objects that a partition which always has records becomes in a month of 730 hours, by time alone.
    public long objectsPerMonth() {
        return MONTH.dividedBy(effective());
    }

    /// The oldest that a record becomes before a run delivers it, while nothing fails.
    ///
    /// @param batchWait how long it waits for its batch before it is in the buffer
    public Duration ageMax(Duration batchWait) {
        Duration from = dueAge().compareTo(batchWait) > 0 ? dueAge() : batchWait;
        return from.plus(flushEvery);
    }
}
