package io.sluice.benchmarks.sustain;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.SliceInvoker;
import io.sluice.index.Buffer;
import io.sluice.objects.ObjectKey;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A buffer in virtual time: batches arrive, the schedule starts the real flusher every interval, at most two runs at
/// once as deployed, and what lands is held against the clock. Used once.
final class VirtualBuffer {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    /// Intervals after the last batch in which it all has to be delivered, or never is.
    private static final int PATIENCE = 6;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss", Locale.ROOT);
    private static final int TIME_CHARS = "2026-08-09-20-00-00".length();
    /// Of an object's name after its time: a hyphen, a UUID and the extension.
    private static final int NAME_END = 1 + 36 + ".gz".length();

    private final BufferLoad load;
    private final Templates templates;
    private final Stores stores;
    private final Cloud cloud;
    private final Carrier carrier;
    private final VirtualTime time = new VirtualTime();
    private final FlushSettings settings;
    private final double share;
    private final List<RunFigures> runs = new ArrayList<>();
    private final long[] oldest;
    private int underWay;
    private long batches;
    private long delivered;
    private long flushNanos;
    private int invocations;
    private boolean drained;

    VirtualBuffer(BufferLoad load, Templates templates, Stores stores, ClientCost client, Cloud.Contents contents) {
        this.load = load;
        this.templates = templates;
        this.stores = stores;
        this.cloud = new Cloud(contents);
        this.carrier = new Carrier(stores, client);
        this.settings = load.function().settings(time);
        this.share = load.function().processorShare();
        this.oldest = new long[load.intervals() + 1];
    }

    /// Lets it live until everything is delivered, or is known to come too late.
    ///
    /// @param giveUp freshness in intervals from which on it is not worth the while
    BufferFigures live(double giveUp) {
        long every = load.batchEvery(templates.batchBytes());
        long end = load.intervals() * BufferLoad.INTERVAL.toNanos();
        for (long number = 0; (number + 1) * every <= end; number++) {
            long accepted = (number + 1) * every;
            long now = number;
            time.at(accepted, () -> {
                templates.stage(now, VirtualTime.at(accepted), cloud);
                batches++;
            });
        }
        for (int tick = 1; tick <= load.intervals() + PATIENCE; tick++) {
            int number = tick;
            time.at(tick * BufferLoad.INTERVAL.toNanos(), () -> tick(number));
        }
        long limit = Math.round(giveUp * BufferLoad.INTERVAL.toNanos());
        time.runUntil(() -> (drained && underWay == 0) || late() > limit
                || runs.stream().anyMatch(run -> run.failure().isPresent()));
        runs.forEach(RunFigures::requireNoFailure);
        return new BufferFigures(load, batches, delivered, freshness(), !drained, List.copyOf(runs), cloud.counts(),
                carrier.waitingNanos(), flushNanos, invocations);
    }

    Cloud cloud() {
        return cloud;
    }

    /// The most that anything took so far, what is under way included: it is as old as the run that it waits for, and
    /// an interval.
    private long late() {
        long latest = 0;
        for (long each : oldest) {
            latest = Math.max(latest, each);
        }
        for (RunFigures run : runs) {
            latest = run.end() == 0
                    ? Math.max(latest, time.nanos() - run.start() + BufferLoad.INTERVAL.toNanos())
                    : latest;
        }
        return latest;
    }

    private List<Duration> freshness() {
        List<Duration> all = new ArrayList<>();
        for (int i = 0; i < load.intervals(); i++) {
            all.add(Duration.ofNanos(oldest[i]));
        }
        return all;
    }

    private void tick(int number) {
        if (underWay == load.runsAtOnce() || drained) {
            return;
        }
        underWay++;
        invocations++;
        VirtualMachine machine = new VirtualMachine(time, stores, share);
        RunFigures run = new RunFigures(time.nanos(), machine);
        runs.add(run);
        Flusher flusher = flusher(run);
        long limit = time.nanos() + TIMEOUT.toNanos();
        machine.start(() -> run.attempt(() -> ended(flusher.flush("run-" + number, load.mode(),
                deadline(limit), invoker(run)))), () -> over(run));
    }

    private void ended(FlushSummary summary) {
        if (!summary.problems().isEmpty()) {
            throw new WrongOutputException("a flush run has problems: " + summary.problems());
        }
        delivered = Math.max(delivered, summary.tally().delivered());
        drained = summary.drained() && !summary.superseded() && underWay == 1
                && time.nanos() >= load.intervals() * BufferLoad.INTERVAL.toNanos();
    }

    private void over(RunFigures run) {
        underWay--;
        run.end(time.nanos());
        flushNanos += time.nanos() - run.start();
    }

    private Flusher flusher(RunFigures run) {
        return Pipeline.flusher(settings,
                new Buffer(Clickstream.NAME, new VirtualStaging(cloud, carrier), new VirtualIndex(cloud, carrier)),
                new VirtualData(cloud, carrier, key -> landed(key, run)),
                new VirtualWorkers(Pipeline.REQUESTS_MAX), time);
    }

    private Deadline deadline(long limit) {
        return () -> Duration.between(time.instant(), VirtualTime.at(limit));
    }

    /// An invocation that is asked for begins a moment later, on a machine of its own.
    private SliceInvoker invoker(RunFigures run) {
        return slice -> carrier.delete(() -> {
            time.at(time.nanos() + stores.start().toNanos(), () -> slice(slice, run));
            return true;
        });
    }

    private void slice(DeliverySlice slice, RunFigures run) {
        invocations++;
        long start = time.nanos();
        VirtualMachine machine = new VirtualMachine(time, stores, share);
        run.add(machine);
        Flusher flusher = flusher(run);
        machine.start(() -> run.attempt(() -> {
            flusher.carryOut(slice, deadline(start + TIMEOUT.toNanos()));
        }), () -> flushNanos += time.nanos() - start);
    }

    private void landed(ObjectKey key, RunFigures run) {
        String name = key.value();
        int end = name.length() - NAME_END;
        long arrival = Duration.between(VirtualTime.at(0).atOffset(ZoneOffset.UTC).toLocalDateTime(),
                LocalDateTime.parse(name.substring(end - TIME_CHARS, end), TIME)).toNanos();
        int interval = Math.clamp(arrival / BufferLoad.INTERVAL.toNanos(), 0, load.intervals());
        oldest[interval] = Math.max(oldest[interval], time.nanos() - arrival);
        run.landed(time.nanos());
    }
}
