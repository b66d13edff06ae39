package io.sluice.benchmarks.sustain;

/// So many a second, one after another: the bound that S3 sets to a prefix's requests, or DynamoDB to a partition key's
/// write units. Requests beyond it wait here, where a service would refuse them and a client ask again.
final class Gate {
    private final double perSecond;
    private long free;

    Gate(double perSecond) {
        this.perSecond = perSecond;
    }

    /// @param now nanoseconds of virtual time
    /// @param units how many at once
    /// @return when they are through
    long admit(long now, long units) {
        long start = Math.max(free, now);
        free = start + Math.round(units * 1e9 / perSecond);
        return start;
    }
}
