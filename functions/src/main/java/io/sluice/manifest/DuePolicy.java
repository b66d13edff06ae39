package io.sluice.manifest;

import java.time.Duration;

/// When a partition's chunks become an object: at a size, or at an age.
///
/// @param objectBytesMax raw bytes at which an object is cut (`SizeInMBs`)
/// @param interval       age of the oldest record at which the partition is due (`IntervalInSeconds`)
/// @param flushEvery     time until the next scheduled run
public record DuePolicy(long objectBytesMax, Duration interval, Duration flushEvery) {
    /// True at the interval, and also when the partition would pass 1.5 times the interval before the next run:
    /// Firehose's own bound on freshness under dynamic partitioning.
    boolean isOld(long oldestArrival, long now) {
        long age = now - oldestArrival;
        long intervalMillis = interval.toMillis();
        return age >= intervalMillis || 2 * (age + flushEvery.toMillis()) > 3 * intervalMillis;
    }
}
