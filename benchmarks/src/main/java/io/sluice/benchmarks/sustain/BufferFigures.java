package io.sluice.benchmarks.sustain;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/// The figures of a buffer under its load.
///
/// @param batches     that were staged
/// @param delivered   records that are delivered
/// @param freshness   by the interval of acceptance, the longest that a record was on its way to its object
/// @param late        whether it was given up because of what came too late
/// @param waitingNanos how long requests waited for S3, all together
/// @param flushNanos  time of all invocations of the flusher
record BufferFigures(BufferLoad load, long batches, long delivered, List<Duration> freshness, boolean late,
        List<RunFigures> runs, Cloud.Counts counts, long waitingNanos, long flushNanos, int invocations) {
    /// The worst of all intervals, in intervals; up to a second too much, since objects' names have no fractions of
    /// one.
    double freshnessMax() {
        return freshness.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO).toNanos()
                / (double) BufferLoad.INTERVAL.toNanos();
    }

    boolean sustained() {
        return !late && freshnessMax() <= BufferLoad.FRESHNESS_MAX;
    }

    /// From the first run's start to the last object, in seconds.
    double seconds() {
        return runs.stream().filter(run -> run.objects() > 0)
                .mapToDouble(run -> (run.start() - runs.getFirst().start()) / 1e9 + run.seconds()).max()
                .orElse(0);
    }

    /// The longest of the runs after the first.
    RunFigures busiest() {
        return runs.stream().skip(runs.size() > 1 ? 1 : 0).max(Comparator.comparingDouble(RunFigures::seconds))
                .orElseThrow();
    }
}
