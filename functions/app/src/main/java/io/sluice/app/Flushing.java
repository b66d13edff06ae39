package io.sluice.app;

import io.sluice.buffers.BufferNumber;
import io.sluice.codec.CompressorPool;
import io.sluice.flush.ChunkDiscard;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.SliceInvoker;
import io.sluice.flush.SliceSummary;
import io.sluice.flush.Sweep;
import io.sluice.manifest.InvariantViolation;
import io.sluice.manifest.Planner;
import io.sluice.recover.RecoverySummary;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The way of staged records out of a stream, buffer by buffer. Safe for concurrent use.
public final class Flushing {
    private final Pipeline pipeline;
    private final StreamBuffers buffers;
    private final Telemetry telemetry;

    /// The kind of a flush run.
    public enum Mode {
        /// What is due is delivered.
        SCHEDULED,
        /// As scheduled, and there is no run where nothing waits.
        IDLE_CHECK,
        /// All that there is is due.
        DRAIN
    }

    /// The time of a sweep.
    public enum SweepTime {
        /// Goes on with a pass, or begins one.
        NOW,
        /// Goes on with a pass, or begins the day's.
        WHEN_DUE
    }

    /// Makes what runs need, as a function starts and not with its first event.
    Flushing(Pipeline pipeline, StreamBuffers buffers, Telemetry telemetry) {
        this.pipeline = pipeline;
        this.buffers = buffers;
        this.telemetry = telemetry;
        buffers.flusher(BufferNumber.FIRST);
        buffers.sweep(BufferNumber.FIRST);
    }

    /// A flush run of each buffer: in invocations of their own where it can be, and one after the other here. A drain
    /// is all here, since its summary says what is left of all.
    ///
    /// @return the sum of those that were here; empty when nothing waited
    /// @throws IllegalArgumentException when the stream has buffers that the configuration does not name
    public Optional<FlushSummary> flush(Mode mode, RunContext run) {
        boolean drains = mode == Mode.DRAIN;
        List<BufferNumber> all = drains || run.number().isPresent()
                ? buffers.all()
                : buffers.toFlush(run.others().isPresent());
        Optional<RunContext.Others> others = drains ? Optional.empty() : run.others();
        return new BufferRounds(buffers.configured(), run.number(), others, telemetry)
                .go(all, number -> mode == Mode.IDLE_CHECK && buffers.flusher(number).seesNothing()
                        ? Optional.empty()
                        : Optional.of(flush(number, drains ? Planner.Mode.DRAIN : Planner.Mode.SCHEDULED, run)))
                .stream().reduce(FlushSummary::and);
    }

    private FlushSummary flush(BufferNumber number, Planner.Mode mode, RunContext run) {
        try {
            Flusher flusher = buffers.flusher(number);
            String name = name(run.request());
            FlushSummary summary = slices(number, run)
                    .map(slices -> flusher.flush(name, mode, run.deadline(), slices))
                    .orElseGet(() -> flusher.flush(name, mode, run.deadline()));
            telemetry.flushed(number, summary);
            return summary;
        } catch (InvariantViolation e) {
            telemetry.violated(e);
            throw e;
        }
    }

    /// Lambda retries an asynchronous invocation under the same request id: a run's name needs more than that.
    private static String name(String request) {
        return (request.isEmpty() ? "" : request + "-") + UUID.randomUUID();
    }

    private Optional<SliceInvoker> slices(BufferNumber number, RunContext run) {
        return pipeline.configuration().sluice().flushParallelism() == 1
                ? Optional.empty()
                : run.others().map(others -> slice -> others.start(number, Optional.of(slice)));
    }

    /// Delivers what is open of a slice that another run handed over.
    public SliceSummary deliver(DeliverySlice slice, RunContext run) {
        SliceSummary delivered = buffers.flusher(run.number().orElse(BufferNumber.FIRST)).carryOut(slice,
                run.deadline());
        telemetry.carriedOut(delivered);
        return delivered;
    }

    /// Removes staged objects that nothing refers to.
    ///
    /// @return the sum of the buffers that were swept here; empty when nothing is due
    public Optional<Sweep.Summary> sweep(SweepTime time, RunContext run) {
        try {
            return new BufferRounds(buffers.configured(), run.number(), run.others(), telemetry)
                    .go(buffers.all(), number -> sweep(time, number, run.deadline())).stream()
                    .reduce(Sweep.Summary::and);
        } catch (RuntimeException e) {
            telemetry.sweepFailed();
            throw e;
        }
    }

    private Optional<Sweep.Summary> sweep(SweepTime time, BufferNumber number, Deadline deadline) {
        Sweep sweep = buffers.sweep(number);
        Optional<Sweep.Summary> swept = switch (time) {
            case WHEN_DUE -> sweep.sweepWhenDue(deadline);
            case NOW -> Optional.of(sweep.sweep(deadline));
        };
        swept.ifPresent(telemetry::swept);
        if (swept.isPresent() && number.equals(BufferNumber.FIRST)) {
            buffers.lakeLog().ifPresent(log -> log.sweep(deadline));
        }
        return swept;
    }

    /// Makes the index again of the staging bucket, after its table was lost.
    public RecoverySummary recover(RecoveryMode mode, Deadline deadline) {
        return buffers.recover(mode, deadline);
    }

    /// Gives a damaged chunk up, on an operator's word.
    public ChunkDiscard.Summary discard(ChunkDiscard.Request chunk) {
        ChunkDiscard.Summary discarded = buffers.discard(chunk);
        telemetry.discarded(discarded);
        return discarded;
    }

    /// The steps that ready a function.
    public List<Runnable> priming() {
        return List.of(buffers::readSomething, CompressorPool::prime);
    }
}
