package io.sluice.local.plan;

import io.sluice.config.Cadence;
import io.sluice.flush.ReadAheadBudget;

/// The requests that the flusher makes on average, in all buffers together.
///
/// @param buffers          that have runs of their own
/// @param runsPerSecond    runs of the schedule
/// @param commitsPerSecond commits: a run that folds makes one, and one that delivers another to strike out what is
///     written
/// @param passesPerSecond  looks into the index: one a run
/// @param rangesPerBatch   ranged GETs of a segment: one in each read-ahead
/// @param secondsPerRun    how long a run takes; an estimate, see [#secondsPerRun]
public record FlushLoad(int buffers, double runsPerSecond, double commitsPerSecond, double passesPerSecond,
        double rangesPerBatch, double secondsPerRun) {
    /// Assumed: state, manifest, queries, commits.
    private static final double RUN_SECONDS = 0.3;
    /// Assumed: staged bytes that one function reads and writes in a second.
    private static final double BYTES_PER_SECOND = 40e6;
    /// Assumed: an object takes 50 ms, and 16 are under way at once.
    private static final double OBJECT_SECONDS = 0.05 / 16;

    /// @param buffers      each with its part of the batches
    /// @param objects      what an interval of a buffer is delivered as
    /// @param stagedBytes  what these are made of
    /// @param flushMemoryBytesMax staged bytes held in memory at once
    static FlushLoad of(int buffers, Cadence cadence, Batches batches, double partitionsPerBatch,
            ObjectForecast objects, double stagedBytes, long flushMemoryBytesMax) {
        double every = cadence.flushEvery().toMillis() / 1e3;
        double interval = cadence.effective().toMillis() / 1e3;
        double runs = buffers / every;
        double objectsPerRun = objects.count() * every / interval;
        double folding = Math.min(1, batches.perSecond() / buffers * every);
        double delivering = Math.min(1, objectsPerRun);
        double readAheads = new ReadAheadBudget(flushMemoryBytesMax).readAheads(stagedBytes);
        double seconds = secondsPerRun(stagedBytes * every / interval, objectsPerRun);
        return new FlushLoad(buffers, runs, runs * (folding + delivering), runs,
                Math.min(readAheads, Math.max(1, partitionsPerBatch)), seconds);
    }

    private static double secondsPerRun(double bytes, double objects) {
        return RUN_SECONDS + bytes / BYTES_PER_SECOND + objects * OBJECT_SECONDS;
    }

    /// Share of the time that the flusher of a buffer is at work; from 1 on it falls behind.
    public double busy() {
        return runsPerSecond / buffers * secondsPerRun;
    }
}
