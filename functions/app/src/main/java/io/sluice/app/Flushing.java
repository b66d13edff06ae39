package io.sluice.app;

import io.sluice.codec.CompressorPool;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.Forfeiture;
import io.sluice.flush.SliceInvoker;
import io.sluice.flush.SliceSummary;
import io.sluice.flush.Sweep;
import io.sluice.lane.Lane;
import io.sluice.manifest.InvariantViolation;
import io.sluice.manifest.Planner;
import io.sluice.recover.RecoverySummary;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The way of staged records out of a stream, lane by lane. Safe for concurrent use.
public final class Flushing {
    private final Pipeline pipeline;
    private final StreamLanes lanes;
    private final Telemetry telemetry;

    /// The kind of a flush run.
    public enum Mode {
        /// What is due is delivered.
        SCHEDULED,
        /// As scheduled, and there is no run where a glance shows nothing.
        GLANCE,
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
    Flushing(Pipeline pipeline, StreamLanes lanes, Telemetry telemetry) {
        this.pipeline = pipeline;
        this.lanes = lanes;
        this.telemetry = telemetry;
        lanes.flusher(Lane.FIRST);
        lanes.sweep(Lane.FIRST);
    }

    /// A flush run of each lane: in invocations of their own where it can be, and one after the other here. A drain is
    /// all here, since its summary says what is left of all.
    ///
    /// @return the sum of those that were here; empty when a glance showed nothing
    /// @throws IllegalArgumentException when the stream has lanes that the configuration does not name
    public Optional<FlushSummary> flush(Mode mode, RunContext run) {
        boolean drains = mode == Mode.DRAIN;
        List<Lane> all = drains || run.lane().isPresent()
                ? lanes.all()
                : lanes.toFlush(run.others().isPresent());
        Optional<RunContext.Others> others = drains ? Optional.empty() : run.others();
        return new LaneRounds(lanes.configured(), run.lane(), others, telemetry)
                .go(all, lane -> mode == Mode.GLANCE && lanes.flusher(lane).seesNothing()
                        ? Optional.empty()
                        : Optional.of(flush(lane, drains ? Planner.Mode.DRAIN : Planner.Mode.SCHEDULED, run)))
                .stream().reduce(FlushSummary::and);
    }

    private FlushSummary flush(Lane lane, Planner.Mode mode, RunContext run) {
        try {
            Flusher flusher = lanes.flusher(lane);
            String name = name(run.request());
            FlushSummary summary = slices(lane, run)
                    .map(slices -> flusher.flush(name, mode, run.deadline(), slices))
                    .orElseGet(() -> flusher.flush(name, mode, run.deadline()));
            telemetry.flushed(lane, summary);
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

    private Optional<SliceInvoker> slices(Lane lane, RunContext run) {
        return pipeline.configuration().sluice().flushParallelism() == 1
                ? Optional.empty()
                : run.others().map(others -> slice -> others.start(lane, Optional.of(slice)));
    }

    /// Delivers what is open of a slice that another run handed over.
    public SliceSummary deliver(DeliverySlice slice, RunContext run) {
        SliceSummary delivered = lanes.flusher(run.lane().orElse(Lane.FIRST)).carryOut(slice,
                run.deadline());
        telemetry.carriedOut(delivered);
        return delivered;
    }

    /// Removes staged objects that nothing refers to.
    ///
    /// @return the sum of the lanes that were swept here; empty when nothing is due
    public Optional<Sweep.Summary> sweep(SweepTime time, RunContext run) {
        try {
            return new LaneRounds(lanes.configured(), run.lane(), run.others(), telemetry)
                    .go(lanes.all(), lane -> sweep(time, lane, run.deadline())).stream()
                    .reduce(Sweep.Summary::and);
        } catch (RuntimeException e) {
            telemetry.sweepFailed();
            throw e;
        }
    }

    private Optional<Sweep.Summary> sweep(SweepTime time, Lane lane, Deadline deadline) {
        Sweep sweep = lanes.sweep(lane);
        Optional<Sweep.Summary> swept = switch (time) {
            case WHEN_DUE -> sweep.sweepWhenDue(deadline);
            case NOW -> Optional.of(sweep.sweep(deadline));
        };
        swept.ifPresent(telemetry::swept);
        return swept;
    }

    /// Makes the index again of the staging bucket, after its table was lost.
    public RecoverySummary recover(RecoveryMode mode, Deadline deadline) {
        return lanes.recover(mode, deadline);
    }

    /// Gives a damaged chunk up, on an operator's word.
    public Forfeiture.Summary discard(Forfeiture.Request chunk) {
        Forfeiture.Summary discarded = lanes.forfeit(chunk);
        telemetry.forfeited(discarded);
        return discarded;
    }

    /// The steps that ready a function.
    public List<Runnable> priming() {
        return List.of(lanes::readSomething, CompressorPool::prime);
    }
}
