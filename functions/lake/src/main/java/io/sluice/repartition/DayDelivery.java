package io.sluice.repartition;

import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.landing.LandedObject;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.manifest.StreamTally;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Delivers what a day's receipts name: puts their entries into the day's index, any number of times, and flushes until
/// the buffer is empty.
public final class DayDelivery {
    /// With less time left than this a run may have ended before it looked at anything.
    private static final Duration TIME_LEFT_MIN = Duration.ofSeconds(30);
    /// Runs in a row without any effect before the day is given back as it is.
    private static final int IDLE_RUNS_MAX = 3;

    /// Commits that may come between reading the state and its manifest.
    private static final int LOOKS_MAX = 5;

    private final Buffer buffer;
    private final Flusher flusher;
    private final Workers workers;
    private final RepartitionSettings settings;
    private final Supplier<String> runs;

    /// @param runs    names flush runs; never the same twice
    DayDelivery(Buffer buffer, Flusher flusher, Workers workers, RepartitionSettings settings,
            Supplier<String> runs) {
        this.buffer = buffer;
        this.flusher = flusher;
        this.workers = workers;
        this.settings = settings;
        this.runs = runs;
    }

    /// The progress of a day's delivery.
    public sealed interface Progress {
        /// Every record is in an object that is written.
        ///
        /// @param objects written by this call
        record Delivered(long objects) implements Progress {}

        /// Time ran out; call again.
        record Unfinished() implements Progress {}

        /// It cannot be finished now: a later call carries on.
        record Stuck(String why) implements Progress {}
    }

    Progress deliver(List<IngestVerdict.Verdict.Staged> staged, Deadline deadline) {
        buffer.index().useShards(settings.shardCount());
        workers.map(staged, this::put);
        long objects = 0;
        int withoutEffect = 0;
        Planner.Mode mode = Planner.Mode.SCHEDULED;
        while (true) {
            FlushSummary run = flusher.flush(runs.get(), mode, deadline);
            objects += run.objects();
            if (deadline.leavesLessThan(TIME_LEFT_MIN)) {
                return new Progress.Unfinished();
            }
            if (mode == Planner.Mode.DRAIN && run.idle() && !run.superseded()) {
                return reconciled(staged, run, objects);
            }
            boolean effect = run.batchesFolded() + run.batchesRepeated() + run.objects() > 0;
            withoutEffect = effect ? 0 : withoutEffect + 1;
            if (withoutEffect > IDLE_RUNS_MAX) {
                return new Progress.Stuck(run.problems().isEmpty()
                        ? run.open() + " objects are not written yet"
                        : run.problems().getFirst());
            }
            mode = Planner.Mode.DRAIN;
        }
    }

    private int put(IngestVerdict.Verdict.Staged staged) {
        staged.entries().forEach(buffer.index()::put);
        return staged.entries().size();
    }

    private Progress reconciled(List<IngestVerdict.Verdict.Staged> staged, FlushSummary run, long objects) {
        return difference(staged, run.tally()).<Progress>map(Progress.Stuck::new)
                .orElseGet(() -> new Progress.Delivered(objects));
    }

    /// Returns the difference between what was staged and what was delivered, counted independently, in receipts and in
    /// commits; empty when there is none. Rows that could not be made of records are known only now; their records are
    /// in the error output.
    private Optional<String> difference(List<IngestVerdict.Verdict.Staged> staged, StreamTally tally) {
        long records = staged.stream().mapToLong(IngestVerdict.Verdict.Staged::records).sum();
        long rejected = staged.stream().mapToLong(IngestVerdict.Verdict.Staged::rejected).sum();
        boolean whole = tally.delivered() + tally.rejected() == records;
        long unconverted = tally.rejected() - rejected;
        if (whole && unconverted > 0 && settings.rejects() == RepartitionSettings.Rejects.REFUSE) {
            return Optional
                    .of(unconverted + " records do not fit the columns, and are in the error output; the day is not"
                            + " moved: accept that with --accept-rejected");
        }
        return whole && unconverted >= 0
                ? Optional.empty()
                : Optional.of("%d records and %d rejected were staged, %d and %d are delivered; the day is not moved"
                        .formatted(records - rejected, rejected, tally.delivered(), tally.rejected()));
    }

    /// Says what is missing until all of the day is delivered, by what the buffer's commits say: whoever asks for the
    /// day to be moved, or its source to be removed, may not know how its delivery ended. Empty when nothing is
    /// missing.
    Optional<String> undelivered(List<IngestVerdict.Verdict.Staged> staged) {
        Manifest manifest = manifest();
        boolean empty = manifest.openRecords() == 0 && manifest.pending().totals().records() == 0;
        return empty
                ? difference(staged, manifest.tally())
                : Optional.of("records of it wait in its buffer; deliver it first");
    }

    /// The objects that the day was delivered as, by the landings of its buffer; empty where these do not tell all: it
    /// was begun before the stream had a landing log.
    Optional<List<LandedObject>> landed() {
        Manifest manifest = manifest();
        Map<ObjectKey, LandedObject> objects = new LinkedHashMap<>();
        // The last one may not be put yet, and stands in the manifest.
        Stream.concat(new LandingLog(buffer).steps(0).filter(LandingLog.Step.Came.class::isInstance)
                .map(LandingLog.Step.Came.class::cast).map(came -> came.landing().landed()),
                manifest.landed().stream())
                .forEach(each -> each.objects().forEach(object -> objects.put(object.key(), object)));
        long told = objects.values().stream().mapToLong(LandedObject::records).sum();
        return Optional.of(List.copyOf(objects.values()))
                .filter(_ -> told == manifest.tally().delivered() + manifest.tally().rejected());
    }

    private Manifest manifest() {
        for (int look = 1;; look++) {
            Optional<FlushState> state = buffer.index().state();
            try {
                return state.map(FlushState::manifest).map(key -> Manifest.decode(key, buffer.staging().get(key)))
                        .orElseGet(Manifest::empty);
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.MISSING || look == LOOKS_MAX) {
                    throw e;
                }
            }
        }
    }
}
