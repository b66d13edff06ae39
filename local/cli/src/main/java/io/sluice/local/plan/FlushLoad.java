package io.sluice.local.plan;

import io.sluice.config.Cadence;
import io.sluice.flush.WaveBudget;

/// The requests that the flusher makes on average, in all lanes together.
///
/// @param lanes            that have runs of their own
/// @param runsPerSecond    runs of the schedule
/// @param commitsPerSecond commits: a run that folds makes one, and one that delivers another to strike out what is
///     written
/// @param passesPerSecond  looks into the index: one a run
/// @param rangesPerBatch   ranged GETs of a segment: one in each wave
/// @param secondsPerRun    how long a run takes; an estimate, see [#secondsPerRun]
public record FlushLoad(int lanes, double runsPerSecond, double commitsPerSecond, double passesPerSecond,
        double rangesPerBatch, double secondsPerRun) {
    /// Assumed: state, manifest, queries, commits.
    private static final double RUN_SECONDS = 0.3;
    /// Assumed: staged bytes that one function reads and writes in a second.
    private static final double BYTES_PER_SECOND = 40e6;
    /// Assumed: an object takes 50 ms, and 16 are under way at once.
    private static final double OBJECT_SECONDS = 0.05 / 16;

    /// @param lanes        each with its part of the batches
    /// @param objects      what an interval of a lane is delivered as
    /// @param stagedBytes  what these are made of
    /// @param waveBytesMax staged bytes held in memory at once
    static FlushLoad of(int lanes, Cadence cadence, Batches batches, double partitionsPerBatch,
            ObjectForecast objects, double stagedBytes, long waveBytesMax) {
        double every = cadence.flushEvery().toMillis() / 1e3;
        double interval = cadence.effective().toMillis() / 1e3;
        double runs = lanes / every;
        double objectsPerRun = objects.count() * every / interval;
        double folding = Math.min(1, batches.perSecond() / lanes * every);
        double delivering = Math.min(1, objectsPerRun);
        double waves = new WaveBudget(waveBytesMax).waves(stagedBytes);
        double seconds = secondsPerRun(stagedBytes * every / interval, objectsPerRun);
        return new FlushLoad(lanes, runs, runs * (folding + delivering), runs,
                Math.min(waves, Math.max(1, partitionsPerBatch)), seconds);
    }

    private static double secondsPerRun(double bytes, double objects) {
        return RUN_SECONDS + bytes / BYTES_PER_SECOND + objects * OBJECT_SECONDS;
    }

    /// Share of the time that the flusher of a lane is at work; from 1 on it falls behind.
    public double busy() {
        return runsPerSecond / lanes * secondsPerRun;
    }
}
