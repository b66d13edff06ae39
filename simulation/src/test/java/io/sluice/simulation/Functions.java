package io.sluice.simulation;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferCountLog;
import io.sluice.buffers.BufferNumber;
import io.sluice.buffers.BufferNumbers.BufferNumberSettings;
import io.sluice.firehose.SourceBatch;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.SliceInvoker;
import io.sluice.flush.SliceSummary;
import io.sluice.flush.Sweep;
import io.sluice.flush.SweepMark;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.ingest.AttemptSpans;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectStore;
import io.sluice.recover.RecoveryMark;
import io.sluice.recover.RecoverySettings;
import io.sluice.recover.RecoverySummary;
import io.sluice.work.Deadline;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.Optional;

/// The functions of one version of Sluice, as a world's invocations make and call them.
interface Functions {
    /// Those of this version.
    Functions OWN = new OwnFunctions();

    /// The transform function's work on batches.
    Staging staging(Configuration configuration, Mistake.Ports ports, AttemptSpans spans);

    /// The same of a stream that has buffers.
    Staging staging(Configuration configuration, Mistake.Ports ports, AttemptSpans spans, BufferCount count,
            Function<BufferNumber, Buffer> buffers);

    /// How many buffers there are, as an environment knows it.
    BufferCount decided(BufferCountLog log, ObjectStore staging);

    /// The stream's buffers as flush runs, sweeps and recoveries know them.
    Keeper keeper(BufferNumberSettings settings, BufferCountLog log, ObjectStore staging, InstantSource clock);

    /// The flusher's work on one buffer.
    Flushing flushing(FlushSettings settings, Buffer buffer, ObjectStore data, Order order, InstantSource clock);

    /// Goes on with the sweep of one buffer.
    Sweep.Summary sweep(Swept swept, InstantSource clock, Deadline deadline);

    /// Recovers a stream.
    ///
    /// @param parts of the recovery of one buffer
    RecoverySummary recover(Keeper keeper, Function<BufferNumber, RecoveryParts> parts, Deadline deadline);

    /// Stages batches.
    @FunctionalInterface
    interface Staging {
        /// Returns when the batch is staged, and throws what the transform function fails with.
        void accept(SourceBatch batch);
    }

    /// Knows the stream's buffers.
    interface Keeper {
        List<BufferNumber> buffers();

        List<BufferNumber> followDue();

        List<BufferNumber> archived();

        /// An index of which nothing is used before its buffer is known to be one.
        BufferIndex guarded(BufferIndex index);
    }

    /// Which of two things side by side ends first.
    enum Order {
        /// What is aside.
        ASIDE_FIRST,
        /// What is not.
        ASIDE_LAST
    }

    /// Flushes a buffer, one run or slice after another.
    interface Flushing {
        FlushSummary flush(String run, Planner.Mode mode, Deadline deadline, SliceInvoker invoker);

        boolean seesNothing();

        SliceSummary carryOut(DeliverySlice slice, Deadline deadline);
    }

    /// What a sweep goes through.
    ///
    /// @param read how far a reader of landings is known to be
    record Swept(FlushSettings settings, Buffer buffer, SweepMark mark, Sweep.ShareLimits limits,
            Optional<LongSupplier> read) {}

    /// What a buffer is recovered with.
    record RecoveryParts(RecoverySettings settings, Buffer buffer, ObjectStore data, RecoveryMark mark,
            InstantSource clock) {}
}
