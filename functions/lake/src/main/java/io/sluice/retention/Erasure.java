package io.sluice.retention;

import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.OpenDeliveries;
import io.sluice.flush.Sweep;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectTree;
import io.sluice.view.Announcements;
import io.sluice.view.OpenDays;
import io.sluice.work.Deadline;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Removes everything of one key value: a customer leaves. Safe for concurrent use, at any time, next to any number of
/// runs, and to repeat.
///
/// Staged bytes are shared by partitions and never change, so the buffer is drained first: what was staged is
/// delivered, and then found by its key. A repartition that is not finished has buffers of its own, which it alone
/// drains: the report names its days. Batches that arrive meanwhile, and a flush run that began before and stalls, can
/// still bring objects: the erasure is over when one that began half an hour after the last batch finds nothing.
public final class Erasure {
    /// Runs that another one may overtake before the drain is given up.
    private static final int DRAINS_MAX = 5;

    private final RetentionSettings settings;
    private final ObjectTree data;
    private final Supplier<List<DrainedBuffer>> buffers;
    private final OpenDeliveries deliveries;
    private final OpenDays days;
    private final InstantSource clock;
    private final Optional<Announcements> announcements;

    /// One of the stream's buffers, as it is drained.
    ///
    /// @param deliveries its own
    public record DrainedBuffer(Flusher flusher, Sweep sweep, OpenDeliveries deliveries) {}

    /// Of a stream of one buffer.
    public Erasure(RetentionSettings settings, ObjectTree data, Flusher flusher, Sweep sweep,
            OpenDeliveries deliveries, OpenDays days, InstantSource clock) {
        this(settings, data, () -> List.of(new DrainedBuffer(flusher, sweep, deliveries)), deliveries, days, clock,
                Optional.empty());
    }

    /// @param buffers    all that the stream has at the time, asked for before they are drained
    /// @param deliveries of all of them
    /// @param announcements where it is told what goes, before it does: nobody who reads that is waited for
    public Erasure(RetentionSettings settings, ObjectTree data, Supplier<List<DrainedBuffer>> buffers,
            OpenDeliveries deliveries, OpenDays days, InstantSource clock, Optional<Announcements> announcements) {
        this.announcements = announcements;
        this.settings = settings;
        this.data = data;
        this.buffers = buffers;
        this.deliveries = deliveries;
        this.days = days;
        this.clock = clock;
    }

    /// @param run names the drain's flush runs; another erasure's never has the same name
    /// @throws RetentionException               when no object can be of the key value, or the prefix cannot be read
    ///     back
    /// @throws io.sluice.objects.StoreException when a request failed: repeat it
    public EraseReport erase(KeyValue of, RemovalMode mode, String run, Deadline deadline) {
        settings.requireUsable(of);
        EraseReport.Buffer buffer = mode == RemovalMode.REMOVE ? drain(run, deadline) : EraseReport.Buffer.UNTOUCHED;
        List<LocalDate> unmoved = days.read();
        Set<ObjectKey> open = deliveries.read().orElse(Set.of());
        Judge judge = Judge.ofAnyAge(Cutoffs.all(of), InFlight.of(open, Instant.MAX));
        RemovalReport removed = new Removal(data, settings.layouts(), judge, mode, List.of(), announced(mode),
                settings.success())
                .run(deadline);
        Surroundings around = new Surroundings(settings, data, deadline);
        return new EraseReport(of, buffer, removed, around.errorObjects(), around.otherFolders(), unmoved,
                notReached(of, unmoved),
                mode == RemovalMode.REMOVE ? Optional.of(repeatFrom()) : Optional.empty());
    }

    private Optional<AnnouncedRemoval> announced(RemovalMode mode) {
        return announcements.filter(_ -> mode == RemovalMode.REMOVE)
                .map(each -> new AnnouncedRemoval(each, Reason.ERASURE));
    }

    /// Counted from the end: an object removed last may have been written by a run that closes its delivery a quarter
    /// of an hour later, and until then another may begin that takes the delivery for open.
    private Instant repeatFrom() {
        return clock.instant().plus(Planner.WRITERS_OUTLIVED).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }

    private EraseReport.Buffer drain(String run, Deadline deadline) {
        List<EraseReport.Buffer> drained = new ArrayList<>();
        for (DrainedBuffer buffer : buffers.get()) {
            drained.add(drain(buffer, run + (drained.isEmpty() ? "" : "-lane" + drained.size()), deadline));
        }
        return drained.stream().reduce(EraseReport.Buffer::and).orElseThrow();
    }

    private static EraseReport.Buffer drain(DrainedBuffer buffer, String run, Deadline deadline) {
        List<String> problems = new ArrayList<>();
        long objects = 0;
        FlushSummary last;
        boolean settled;
        int attempt = 0;
        do {
            last = buffer.flusher.flush(run + "-" + attempt, Planner.Mode.DRAIN, deadline);
            objects += last.objects();
            problems.addAll(last.problems());
            settled = isSettled(buffer, last);
        } while (!(settled && last.drained()) && ++attempt < DRAINS_MAX && !deadline.leavesLessThan(Walk.STEP_TIME));
        if (!settled) {
            problems.add("the drain did not come to see the whole buffer in " + DRAINS_MAX + " attempts; erase again");
        }
        Sweep.Summary swept = buffer.sweep.sweep(deadline);
        return new EraseReport.Buffer(objects, last.pending().partitions(), last.open(),
                swept.segments() + (long) swept.manifests(), settled, problems.stream().distinct().limit(100).toList());
    }

    /// A run that found nothing may have read its manifest before, and the index after, another one folded what was
    /// there: then it waits in a manifest that this run has not seen. And one that met a problem may have left a part
    /// of the index unread.
    private static boolean isSettled(DrainedBuffer buffer, FlushSummary run) {
        return !run.superseded() && run.problems().isEmpty() && buffer.deliveries.version() == run.version();
    }

    private static List<String> notReached(KeyValue of, List<LocalDate> unmoved) {
        List<String> sentences = new ArrayList<>();
        if (!unmoved.isEmpty()) {
            sentences.add("what is staged of days that are being repartitioned (" + unmoved.getFirst() + " to "
                    + unmoved.getLast() + "): finish the repartition, or the compaction, then erase again");
        }
        sentences.add(
                "objects under an earlier prefix of the stream, and sources of a repartition that were not named: their"
                        + " paths do not tell the key; see otherFolders, and erase with source");
        sentences.add("records in error objects: their paths do not tell the key; see errorObjects");
        sentences.add(
                "earlier versions in a versioned bucket, replicas, Firehose's source backup, query results, and copies"
                        + " of the index table, which has key values, where somebody keeps them");
        sentences.add(
                "segments of invocations that died before they answered: the daily sweep removes them once they are"
                        + " older than RetryWindowInHours and an hour");
        sentences.add("in the staging bucket: segments of what a repartition refused or was cut short over, under"
                + " segments/<stream>!repartition!<day>/, which may be deleted once the day is moved; and what is left"
                + " of chunks that were given up, under damaged/<stream>/");
        sentences.add("batches that the source still holds or sends: stop it or filter " + of + " there");
        return sentences;
    }
}
