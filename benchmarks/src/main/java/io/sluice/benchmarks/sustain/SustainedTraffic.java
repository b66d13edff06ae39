package io.sluice.benchmarks.sustain;

import java.time.Duration;

/// A stream's traffic: one rate over one number of partitions, and what of it a buffer of so many has. The arithmetic
/// between an interval's work and freshness.
///
/// @param bytesPerSecond of the whole stream
/// @param batchBytes     of a batch
/// @param buffers        that share its batches
record SustainedTraffic(double bytesPerSecond, long batchBytes, int buffers) {
    /// The seconds that a deployed transform function waits beside its work: for a PUT and a PutItem.
    private static final double TRANSFORM_WAIT = Stores.STATED.write().plus(Stores.STATED.index()).toNanos() / 1e9;

    static double intervalSeconds() {
        return BufferLoad.INTERVAL.toSeconds();
    }

    /// Batches of an interval in one buffer.
    double batches() {
        return bytesPerSecond * intervalSeconds() / batchBytes / buffers;
    }

    /// The longest that a record is on its way from its acceptance to its object, in intervals, where runs follow one
    /// another: it misses one look, waits for the next, and is in the run's last object.
    static double freshness(Point point) {
        return (intervalSeconds() + point.seconds()) / intervalSeconds();
    }

    /// Tests whether a run ends before the next one begins.
    static boolean keepsUp(Point point) {
        return point.seconds() < intervalSeconds();
    }

    static boolean sustains(Point point) {
        return keepsUp(point) && freshness(point) <= BufferLoad.FRESHNESS_MAX;
    }

    /// The time that an invocation of the transform function lasts.
    ///
    /// @param processorNanos of its work on one vCPU
    static Duration transform(long processorNanos, ClientCost client, long segmentBytes) {
        double work = (processorNanos + client.sending(segmentBytes) + client.index()) / 1e9;
        return Duration.ofNanos(Math.round(
                1e9 * (work + TRANSFORM_WAIT + segmentBytes / Stores.STATED.bytesPerSecond())));
    }

    /// Transform functions at work at once.
    double transforms(Duration each) {
        return bytesPerSecond / batchBytes * each.toNanos() / 1e9;
    }
}
