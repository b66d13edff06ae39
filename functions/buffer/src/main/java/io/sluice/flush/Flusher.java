package io.sluice.flush;

import io.sluice.convert.Converters;
import io.sluice.index.Buffer;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.ArrivedBatches;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.ManifestInvariants;
import io.sluice.manifest.Plan;
import io.sluice.manifest.Planner;
import io.sluice.manifest.Settled;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Carries out flush runs: folds what arrived, commits, writes the due objects, cleans up, until nothing is left to do
/// or time is short. Safe to run any number of times at once and to kill anywhere: the commit decides, and the next run
/// carries on. Safe for concurrent use.
public final class Flusher {
    /// Time that a fold, its commit and its clean-up may take.
    private static final Duration STEP_TIME = Duration.ofSeconds(10);
    /// Objects that are converted at once: as many as a function has processors for, and memory.
    private static final int CONVERSIONS_MAX = 2;

    private final FlushSettings settings;
    private final Planner planner;
    private final ManifestLog log;
    private final ArrivalReader arrivals;
    private final Workers workers;
    private final DeliveryRunner runner;
    private final Sealing sealing;
    private final CleanUp cleanUp;
    private final IdleCheck idleCheck;
    private final InstantSource clock;

    /// A flusher of a stream that converts nothing.
    public Flusher(FlushSettings settings, Buffer buffer, ObjectStore data, Workers workers,
            InstantSource clock) {
        this(settings, buffer, data, workers, Converters.NONE, clock);
    }

    public Flusher(FlushSettings settings, Buffer buffer, ObjectStore data, Workers workers,
            Converters converters, InstantSource clock) {
        this.settings = settings;
        this.planner = new Planner(settings.plan());
        this.log = new ManifestLog(buffer, settings.plan().landingsKept().map(_ -> new LandingLog(buffer)));
        this.arrivals = new ArrivalReader(buffer, workers, settings.directoryBytesMax());
        this.workers = workers;
        this.runner = new DeliveryRunner(buffer, data, workers,
                new ObjectBodies(settings.flushMemoryBytesMax()),
                new ConvertedObjects(converters, CONVERSIONS_MAX), new ReadAheadBudget(settings.flushMemoryBytesMax()),
                settings.plan().landingsKept().isPresent());
        this.sealing = new Sealing(buffer, workers, settings.sealing());
        this.cleanUp = new CleanUp(buffer, workers, settings.released());
        this.idleCheck = new IdleCheck(buffer.index(), workers);
        this.clock = clock;
    }

    /// One run that delivers by itself.
    ///
    /// @param run names the run; another one's never has the same name
    /// @throws TableLostException when the stream has manifests and the table does not know them
    public FlushSummary flush(String run, Planner.Mode mode, Deadline deadline) {
        return flush(new Run(run, mode, deadline, Optional.empty()));
    }

    /// One run that hands slices of its deliveries to further invocations where they are many.
    ///
    /// @param run as above
    public FlushSummary flush(String run, Planner.Mode mode, Deadline deadline, SliceInvoker invoker) {
        return flush(new Run(run, mode, deadline, Optional.of(invoker)));
    }

    /// Tests whether a run would find nothing to do, as far as a cheap look tells: reads of the index alone, of a
    /// stream in which this flusher's last run left nothing waiting. False says nothing.
    public boolean seesNothing() {
        return idleCheck.seesNothing();
    }

    private FlushSummary flush(Run run) {
        FlushSummary summary = run.flush();
        idleCheck.remember(summary, run.current.state(), run.shardCount(), log.isAnnounced(run.current));
        return summary;
    }

    /// Writes the objects of a slice of the open deliveries, and does nothing else: no fold, no commit, no delete. Like
    /// a run that was stalled after its commit, it can only write what is decided, under the key that is decided; the
    /// next run finds the objects.
    public SliceSummary carryOut(DeliverySlice slice, Deadline deadline) {
        Manifest manifest = log.load().manifest();
        List<Delivery> open = manifest.deliveries().stream()
                .filter(each -> slice.holds(each.key()) && !each.failure().isGivenUp()).toList();
        SummaryBuilder summary = new SummaryBuilder();
        List<DeliveryWriter.Attempt> attempts = runner.deliver(open, manifest, deadline);
        summary.attempted(attempts, clock.millis());
        return summary.buildSlice(manifest, open.size() - attempts.size());
    }

    /// The next step of a run.
    private enum Next {
        /// Reads the index and commits what follows.
        LOOK,
        /// Commits how deliveries ended; the index is as it was read.
        SETTLE,
        END
    }

    private final class Run {
        private final String run;
        private final Planner.Mode mode;
        private final Deadline deadline;
        private final SummaryBuilder summary = new SummaryBuilder();
        private final Map<ObjectKey, Settled> outcomes = new HashMap<>();
        private final Set<ObjectKey> failed = new HashSet<>();
        private final Set<ObjectKey> handedOver = new HashSet<>();
        private final Optional<SliceInvoker> invoker;
        private final int shardsUsed;
        private ManifestLog.Current current;
        private boolean sawAll;
        private long lookedAt;

        Run(String run, Planner.Mode mode, Deadline deadline, Optional<SliceInvoker> invoker) {
            this.run = run;
            this.mode = mode;
            this.deadline = deadline;
            this.invoker = invoker;
            Supplier<Integer> shards = workers.ahead(arrivals::shardsUsed);
            this.current = log.load();
            this.shardsUsed = shards.get();
        }

        FlushSummary flush() {
            announce();
            resume();
            Next next = Next.LOOK;
            while (next != Next.END && !deadline.leavesLessThan(STEP_TIME)) {
                ArrivedBatches arrived = next == Next.LOOK ? look() : ArrivedBatches.NOT_LOOKED_FOR;
                Plan plan = planner.plan(current.manifest(), outcomes, arrived, clock.millis(), mode);
                if (plan.changed() && !commit(plan, arrived)) {
                    return summary.build(current.manifest(), true);
                }
                summary.folded(plan);
                boolean cleaned = deliverAndCleanUp(plan);
                next = next(plan, cleaned);
            }
            if (lookedAt == 0) {
                summary.notLooked(clock.millis());
            }
            return summary.build(current.manifest(), false);
        }

        /// What is pending above its bound goes first, and all else waits in the index: else a backlog of keys that
        /// hardly repeat grows faster than objects are decided, until no run can hold it.
        private ArrivedBatches look() {
            if (current.manifest().pending().bytes() > settings.plan().pendingBytesMax()) {
                sawAll = false;
                return ArrivedBatches.NOT_LOOKED_FOR;
            }
            ArrivalReader.Reading reading = arrivals.read(shardCount(), current.manifest().folded());
            reading.unreadable().forEach(summary::unreadable);
            summary.arrived(reading.arrivals(), Planner.allReadAt(current.manifest()));
            sawAll = reading.arrivals().coverage() != ArrivedBatches.Coverage.OLDEST;
            lookedAt = clock.millis();
            return reading.arrivals();
        }

        /// Returns the next step; what arrived since the last look is for the next run, unless that run is due by now.
        /// Entries that cannot be deleted keep no run busy.
        private Next next(Plan plan, boolean cleaned) {
            boolean more = !sawAll || plan.moreDue();
            if (more && (plan.changed() || (cleaned && !plan.consumed().isEmpty()))) {
                return Next.LOOK;
            }
            if (!plan.changed() || outcomes.isEmpty()) {
                return Next.END;
            }
            boolean late = clock.millis() - lookedAt >= settings.plan().due().flushEvery().toMillis();
            return late ? Next.LOOK : Next.SETTLE;
        }

        /// Carries out what an earlier run decided and did not finish.
        private void resume() {
            List<Delivery> open = current.manifest().deliveries();
            if (!open.isEmpty()) {
                record(runner.written(open, current.manifest()));
                deliver(open);
            }
        }

        /// Says what landed with the current manifest's commit. Where it fails, the next commit does it, or the next
        /// run: nobody commits over one of which it is not known.
        private void announce() {
            try {
                log.announce(current);
            } catch (StoreException e) {
                summary.problem("landing: " + e.getMessage());
            }
        }

        private int shardCount() {
            return Math.max(Math.max(shardsUsed, current.manifest().shardCount()), settings.plan().shardCount());
        }

        /// A manifest that says that the whole index was seen is written only once the state was read again: a run that
        /// was stalled while its table was lost saw nothing in the next one.
        private boolean commit(Plan plan, ArrivedBatches arrived) {
            if (arrived.coverage() == ArrivedBatches.Coverage.ALL && !log.isCurrent(current)) {
                return false;
            }
            ManifestInvariants.check(current.manifest(), plan.next());
            Manifest next = plan.next().remembering(
                    sealing.seal(plan.next().folded(), clock.millis(), summary::problem));
            Optional<ManifestLog.Current> committed = log.commit(current, next, run);
            if (committed.isEmpty()) {
                return false;
            }
            current = committed.get();
            outcomes.clear();
            announce();
            return true;
        }

        /// Neither of the two needs the other: what is deleted is named by nothing that is open. What is left uncleaned
        /// is harmless, and no reason to stop delivering.
        ///
        /// @return whether all was cleaned up
        private boolean deliverAndCleanUp(Plan plan) {
            List<Delivery> open = current.manifest().deliveries();
            Optional<ObjectKey> replaced = plan.changed()
                    ? current.manifest().origin().base()
                    : Optional.empty();
            List<String> problems = workers.beside(() -> cleanUp.after(plan, replaced), () -> deliver(open));
            problems.forEach(problem -> summary.problem("clean-up: " + problem));
            return problems.isEmpty();
        }

        private void deliver(List<Delivery> open) {
            List<Delivery> untried = open.stream().filter(each -> !each.failure().isGivenUp()
                    && !outcomes.containsKey(each.key()) && !failed.contains(each.key())
                    && !handedOver.contains(each.key())).toList();
            invoker.ifPresent(slices -> handOver(untried, slices));
            record(runner.deliver(untried.stream().filter(each -> !handedOver.contains(each.key())).toList(),
                    current.manifest(), deadline));
        }

        /// Keeps one slice, another one with each version, and every one that could not be handed over. A delivery that
        /// has failed before is never handed over: only what a run sees fail itself is committed, and given up in the
        /// end.
        private void handOver(List<Delivery> untried, SliceInvoker slices) {
            List<Delivery> fresh = untried.stream().filter(each -> each.failure().since() == 0).toList();
            List<DeliverySlice> cut = settings.slicing().cut(fresh);
            int own = (int) (current.manifest().version() % cut.size());
            for (int i = 0; i < cut.size(); i++) {
                if (i != own) {
                    handOver(cut.get(i), fresh, slices);
                }
            }
        }

        private void handOver(DeliverySlice slice, List<Delivery> fresh, SliceInvoker slices) {
            try {
                slices.invoke(slice);
                fresh.stream().map(Delivery::key).filter(slice::holds).forEach(handedOver::add);
            } catch (StoreException e) {
                summary.problem("slice: " + e.getMessage());
            }
        }

        private void record(List<DeliveryWriter.Attempt> attempts) {
            summary.attempted(attempts, clock.millis());
            for (DeliveryWriter.Attempt attempt : attempts) {
                outcomes.put(attempt.delivery().key(), attempt.settled());
                if (attempt.outcome() != DeliveryOutcome.WRITTEN) {
                    failed.add(attempt.delivery().key());
                }
            }
        }
    }
}
