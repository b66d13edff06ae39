package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.Forfeiture;
import io.sluice.flush.SliceSummary;
import io.sluice.flush.Sweep;
import io.sluice.lane.Lane;
import io.sluice.manifest.InvariantViolation;
import io.sluice.manifest.Planner;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The flusher function: a scheduled event in, one flush run, its summary out; a message of the queue of ticks in, a
/// flush run if there is anything to do. `"drain": true` in the event makes every partition due; with `"sweep": true`
/// staged objects that nothing refers to are removed instead, with `"sweep": "when due"` once a day, with
/// `"slice": {…}` deliveries are carried out that another run handed over, with `"forfeit": {…}` a damaged chunk is
/// given up, with `"recover": true` the index is made again of the staging bucket after its table was lost. A stream of
/// several lanes has a run in each of them; `"lane": 1` asks for that one's alone.
public final class FlushHandler implements RequestStreamHandler {
    private final Wiring wiring;
    @SuppressWarnings("UnusedVariable") // held, because the runtime holds it weakly
    private final Optional<Priming> priming;

    /// For Lambda: settings come from the environment.
    public FlushHandler() {
        this.wiring = Wiring.ofFunction();
        wiring.makeFlush();
        this.priming = Optional.of(Priming.register(wiring.flushPriming()));
    }

    public FlushHandler(Wiring wiring) {
        this.wiring = wiring;
        this.priming = Optional.empty();
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        FlushEvent event = FlushEvent.read(input);
        if (event.recover() != FlushEvent.Recover.NO) {
            RecoverySummaryJson.write(wiring.lanes().recover(event.recover(), deadline(context)), output);
            return;
        }
        if (event.sweep() != FlushEvent.Sweep.NO) {
            sweep(event, output, context);
            return;
        }
        if (event.forfeit().isPresent()) {
            Forfeiture.Summary forfeited = wiring.lanes().forfeit(event.forfeit().get());
            wiring.telemetry().forfeited(forfeited);
            ForfeitEvent.write(forfeited, output);
            return;
        }
        if (event.slice().isPresent()) {
            SliceSummary carriedOut = wiring.lanes().flusher(event.lane().orElse(Lane.FIRST))
                    .carryOut(event.slice().get(), deadline(context));
            wiring.telemetry().carriedOut(carriedOut);
            SliceSummaryJson.write(carriedOut, output);
            return;
        }
        flush(event, output, context);
    }

    private void sweep(FlushEvent event, OutputStream output, @Nullable Context context) throws IOException {
        Optional<Sweep.Summary> swept;
        try {
            LaneRounds<Sweep.Summary> rounds = new LaneRounds<>(event, wiring, context);
            swept = rounds.go(wiring.lanes().all(), lane -> sweep(event, lane, deadline(context))).stream()
                    .reduce(Sweep.Summary::and);
        } catch (RuntimeException e) {
            wiring.telemetry().sweepFailed();
            throw e;
        }
        if (swept.isPresent()) {
            SweepSummaryJson.write(swept.get(), output);
        } else {
            output.write("{\"nothingIsDue\":true}".getBytes(StandardCharsets.UTF_8));
        }
    }

    private Optional<Sweep.Summary> sweep(FlushEvent event, Lane lane, Deadline deadline) {
        Sweep sweep = wiring.lanes().sweep(lane);
        Optional<Sweep.Summary> swept = event.sweep() == FlushEvent.Sweep.WHEN_DUE
                ? sweep.sweepWhenDue(deadline)
                : Optional.of(sweep.sweep(deadline));
        swept.ifPresent(wiring.telemetry()::swept);
        return swept;
    }

    private void flush(FlushEvent event, OutputStream output, @Nullable Context context) throws IOException {
        List<Lane> lanes = event.drain() || event.lane().isPresent()
                ? wiring.lanes().all()
                : wiring.lanes().toFlush(wiring.itself(context).isPresent());
        LaneRounds<FlushSummary> rounds = new LaneRounds<>(event, wiring, context);
        Planner.Mode mode = event.drain() ? Planner.Mode.DRAIN : Planner.Mode.SCHEDULED;
        Optional<FlushSummary> flushed = rounds.go(lanes, lane -> {
            boolean glances = event.look() == FlushEvent.Look.GLANCE && !event.drain();
            return glances && wiring.lanes().flusher(lane).seesNothing()
                    ? Optional.empty()
                    : Optional.of(flush(lane, mode, context));
        }).stream().reduce(FlushSummary::and);
        if (flushed.isPresent()) {
            FlushSummaryJson.write(flushed.get(), output);
        } else {
            output.write("{\"nothingWaits\":true}".getBytes(StandardCharsets.UTF_8));
        }
    }

    private FlushSummary flush(Lane lane, Planner.Mode mode, @Nullable Context context) {
        try {
            Flusher flusher = wiring.lanes().flusher(lane);
            FlushSummary summary = wiring.slices(lane, context)
                    .map(slices -> flusher.flush(run(context), mode, deadline(context), slices))
                    .orElseGet(() -> flusher.flush(run(context), mode, deadline(context)));
            wiring.telemetry().flushed(lane, summary);
            return summary;
        } catch (InvariantViolation e) {
            wiring.telemetry().violated(e);
            throw e;
        }
    }

    private static Deadline deadline(@Nullable Context context) {
        return context == null ? Deadline.NONE : () -> Duration.ofMillis(context.getRemainingTimeInMillis());
    }

    /// Lambda retries an asynchronous invocation under the same request id: a run's name needs more than that.
    private static String run(@Nullable Context context) {
        String request = context == null ? "" : context.getAwsRequestId() + "-";
        return request + UUID.randomUUID();
    }
}
