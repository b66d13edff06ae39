package io.sluice.benchmarks.sustain;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.codec.Compression;
import io.sluice.config.FunctionMemory;
import io.sluice.config.StreamConfiguration;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Slicing;
import io.sluice.manifest.Planner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;

/// The load that a buffer is to bear: batches that come evenly, and a flusher that the schedule starts.
///
/// @param bytesPerSecond record bytes that come in
/// @param intervals      for how many of them batches come
/// @param function       how the flusher is deployed
/// @param runsAtOnce     runs of the flusher side by side; the schedule's next ones are left out
/// @param mode           whether a run delivers what is due, or everything
record BufferLoad(double bytesPerSecond, int intervals, Function function, int runsAtOnce, Planner.Mode mode) {
    /// `IntervalInSeconds` and the schedule's.
    static final Duration INTERVAL = Duration.ofSeconds(60);
    /// Firehose's own bound on freshness under dynamic partitioning, and the goal's.
    static final double FRESHNESS_MAX = 1.5;

    private static final int DEPLOYED_RUNS = 2;

    /// As the flusher is deployed.
    ///
    /// @param slices    `FlushParallelism`
    /// @param flushMemory  `FlushMemoryInMBs`; the function's memory follows it
    /// @param bytesEach staged bytes of a slice; empty: as deployed
    record Function(int slices, int flushMemory, OptionalLong bytesEach) {
        /// One invocation, and 1 GB of memory.
        static final Function DEFAULT = new Function(1, 128, OptionalLong.empty());

        private StreamConfiguration stream() {
            return ClickstreamConfiguration.buffer(Compression.GZIP).with("FlushParallelism", slices)
                    .with("FlushMemoryInMBs", flushMemory).parsed();
        }

        /// The settings that the flusher is deployed with, but for the bytes of a slice.
        FlushSettings settings(InstantSource clock) {
            FlushSettings deployed = new Pipeline(stream(), clock).flushSettings();
            return bytesEach.isEmpty()
                    ? deployed
                    : new FlushSettings(deployed.plan(), deployed.flushMemoryBytesMax(),
                            deployed.directoryBytesMax(),
                            new Slicing(slices, deployed.slicing().objectsEach(), bytesEach.getAsLong()));
        }

        /// The flusher's share of a vCPU.
        double processorShare() {
            return Stores.processorShare(FunctionMemory.of(stream()).flush());
        }

        /// So many slices, however few bytes there are.
        static Function sliced(int slices) {
            return new Function(slices, DEFAULT.flushMemory, OptionalLong.of(1));
        }
    }

    /// Under the deployed schedule.
    static BufferLoad of(double bytesPerSecond, int intervals, Function function) {
        return new BufferLoad(bytesPerSecond, intervals, function, DEPLOYED_RUNS, Planner.Mode.SCHEDULED);
    }

    /// Of one interval, with one run at a time, which delivers all of it: how long an interval's work takes. (Where a
    /// partition has few records, the schedule's runs each deliver half of what came in their interval and half of what
    /// came in the one before.)
    static BufferLoad probe(double bytesPerSecond, Function function) {
        return new BufferLoad(bytesPerSecond, 1, function, 1, Planner.Mode.DRAIN);
    }

    /// Nanoseconds between two batches.
    long batchEvery(long batchBytes) {
        return Math.round(batchBytes * 1e9 / bytesPerSecond);
    }
}
