package io.sluice.repartition;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import io.sluice.repartition.DayState.Streamed;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.work.Deadline;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Moves days from the source layout to the stream's own. Its steps may be carried out by anyone, any number of times,
/// at once, and be killed anywhere: [#plan], [#ingest] for each object, [#deliver], [#move], [#remove]. Safe for
/// concurrent use.
///
/// At every moment a row is visible once through the view: a day's rows come from the source until the watermark moves,
/// and from the target afterwards. Its objects are removed only after that. Why: `docs/decisions/0008-repartition.md`.
public final class Repartition {
    private final RepartitionSettings settings;
    private final Parts parts;
    private final ViewDefinition view;
    private final DayLedger ledger;
    private final WatermarkLog log;
    private final PublishedView published;
    private final RemainingSource remaining;

    public Repartition(RepartitionSettings settings, Parts parts, ViewDefinition view) {
        this.settings = settings;
        this.parts = parts;
        this.view = view;
        StagingKeys keys = new StagingKeys(settings.stream());
        this.ledger = new DayLedger(keys, parts.staging());
        this.log = new WatermarkLog(keys, parts.staging(), settings.from());
        this.published = new PublishedView(view, log, parts.data());
        this.remaining = new RemainingSource(settings);
    }

    /// Lists the objects under the source prefix.
    public SourceListing list() {
        return SourceListing.of(parts.source(), settings.from());
    }

    /// The current watermark: the days that are moved.
    public Watermark watermark() {
        return log.current();
    }

    /// The days of a listing that are over and not moved yet, oldest first.
    public List<LocalDate> due(SourceListing listing) {
        Watermark watermark = log.current();
        return listing.days().keySet().stream().filter(day -> isOver(day) && !watermark.readsTarget(day)).toList();
    }

    /// The days that are moved, and whose source is still there.
    public List<LocalDate> unremoved() {
        return log.current().days().values().stream().filter(moved -> !(moved.streamed() instanceof Streamed.All))
                .map(DayState::day).toList();
    }

    private boolean isOver(LocalDate day) {
        return !remaining.end(day).isAfter(parts.clock().instant());
    }

    /// Decides which objects of a day are moved: those of the listing, unless it is decided already. Publishes the view
    /// first, so that whoever reads through it never sees a day of which it does not know.
    ///
    /// @throws MalformedEncodingException naming the plan's key and the remedy when it is damaged
    public DayPlan plan(LocalDate day, SourceListing listing) {
        published.publish(log.bind());
        return ledger.plan(day, listing.of(day));
    }

    /// The plan of a day that is not moved yet; empty when it has none that can be read, of which [#plan] tells.
    public Optional<DayPlan> unmoved(LocalDate day) {
        try {
            return log.current().readsTarget(day) ? Optional.empty() : ledger.plan(day);
        } catch (MalformedEncodingException e) {
            return Optional.empty();
        }
    }

    /// The outcome of an object's ingest.
    public sealed interface Ingested {
        /// Its records are staged, and will be delivered.
        record Staged(long records, long rejected) implements Ingested {}

        /// It stays where it is, for good.
        record LeftOut(String why) implements Ingested {}

        /// It cannot be moved, and so its day cannot, until that is cured.
        record Blocked(String why) implements Ingested {}
    }

    /// Takes an object of a day's plan through the stream's ingest, unless that is done.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed: try again
    public Ingested ingest(LocalDate day, SourceObject object, Deadline deadline) {
        Optional<IngestVerdict> decided = ledger.receipt(day, object);
        if (decided.isPresent()) {
            return ingested(decided.get());
        }
        return switch (parts.staging(settings, day).stage(object, day, deadline)) {
            case ObjectStaging.Outcome.Staged(var verdict) ->
                ingested(ledger.decide(day, new IngestVerdict(object, verdict)));
            case ObjectStaging.Outcome.Refused(String why) -> switch (settings.trouble()) {
                case STOP -> new Ingested.Blocked(why);
                case LEAVE_OUT ->
                    ingested(ledger.decide(day, new IngestVerdict(object, new IngestVerdict.Verdict.LeftOut(why))));
            };
        };
    }

    private static Ingested ingested(IngestVerdict receipt) {
        return switch (receipt.verdict()) {
            case IngestVerdict.Verdict.Staged staged ->
                new Ingested.Staged(staged.records() - staged.rejected(), staged.rejected());
            case IngestVerdict.Verdict.LeftOut(String why) -> new Ingested.LeftOut(why);
        };
    }

    /// Delivers what is staged of a day; nothing of it is visible through the view yet.
    ///
    /// A day that is moved already is not delivered again: its receipts are all there, so nothing changes.
    ///
    /// @throws RepartitionException when the day is not planned, or an object of it is neither staged nor left out
    public DayDelivery.Progress deliver(LocalDate day, Deadline deadline) {
        return parts.delivery(settings, day).deliver(staged(day).stream().map(Staged::verdict).toList(), deadline);
    }

    private record Staged(SourceObject object, IngestVerdict.Verdict.Staged verdict) {}

    /// Returns the objects of a day that are moved.
    private List<Staged> staged(LocalDate day) {
        List<Staged> staged = new ArrayList<>();
        for (IngestVerdict receipt : parts.workers().map(planned(day).objects(), object -> receipt(day, object))) {
            if (receipt.verdict() instanceof IngestVerdict.Verdict.Staged verdict) {
                staged.add(new Staged(receipt.object(), verdict));
            }
        }
        return staged;
    }

    private IngestVerdict receipt(LocalDate day, SourceObject object) {
        return ledger.receipt(day, object).orElseThrow(() -> new RepartitionException(
                "s3://" + settings.bucket() + "/" + object.key() + " of " + day
                        + " is not ingested yet; the day cannot be delivered before it is"));
    }

    private DayPlan planned(LocalDate day) {
        return ledger.plan(day).orElseThrow(() -> log.current().readsTarget(day)
                ? ledger.planIsGone(day)
                : new RepartitionException("day " + day + " is not planned; run the repartition from its start"));
    }

    /// Moves the watermark over a day that is delivered, in one step.
    ///
    /// @return the version that has the day
    /// @throws RepartitionException when the day is not delivered whole, whatever its caller takes it for
    public Watermark move(LocalDate day) {
        List<Staged> staged = staged(day);
        undelivered(day, staged).ifPresent(why -> {
            throw new RepartitionException("day " + day + " is not delivered, and cannot be moved: " + why);
        });
        Set<String> moved = staged.stream().map(each -> each.object().key().value())
                .collect(Collectors.toCollection(TreeSet::new));
        Streamed streamed = isSettled(day)
                ? RemainingSource.behind(list(), day, moved)
                : new Streamed.Except(moved);
        Watermark next = log.commit(current -> current.readsTarget(day)
                ? current
                : published.fitting(current.with(new DayState(day, parts.clock().instant(), streamed)), day));
        published.publish(next);
        return next;
    }

    private Optional<String> undelivered(LocalDate day, List<Staged> staged) {
        return parts.delivery(settings, day).undelivered(staged.stream().map(Staged::verdict).toList());
    }

    private boolean isSettled(LocalDate day) {
        return remaining.isSettled(day, parts.clock().instant());
    }

    /// Brings the view up to date with what arrived in moved days meanwhile: days that have settled no longer name what
    /// was moved, and objects that came even later are named.
    ///
    /// @param troubles takes a sentence for each day of which that can't be told, since its plan is damaged or gone
    public Watermark refresh(SourceListing listing, Consumer<String> troubles) {
        Watermark current = log.current();
        for (DayState moved : current.days().values()) {
            try {
                if (isSettled(moved.day())) {
                    current = log.commit(latest -> refreshed(latest, moved.day(), listing));
                }
            } catch (MalformedEncodingException e) {
                troubles.accept("what came late to day " + moved.day() + " is not in the view yet: " + e.getMessage());
            }
        }
        if (current.version() > 0) {
            published.publish(current);
        }
        return current;
    }

    private Watermark refreshed(Watermark latest, LocalDate day, SourceListing listing) {
        DayState moved = latest.of(day).orElseThrow();
        Streamed streamed = RemainingSource.settled(moved, listing, () -> planned(day));
        return streamed.equals(moved.streamed()) ? latest : latest.with(moved.with(streamed));
    }

    /// The outcome of removing a moved day's source.
    public sealed interface Removed {
        /// It is gone.
        record Gone(int objects) implements Removed {}

        /// It may be removed from then on.
        record Later(Instant from) implements Removed {}

        /// Some of its objects are others by now. They stay, and stay out of the view.
        record Kept(List<ObjectKey> changed) implements Removed {}

        /// Nothing is removed: what was counted does not show that all of it was moved.
        record Doubted(String why) implements Removed {}
    }

    /// Removes the moved objects of a day: never before the view that every reader sees has the day, and never an
    /// object that changed since. With a grace, the view's text that says so is left to the next run: another text now
    /// would begin the grace of other days anew.
    ///
    /// @throws RepartitionException when the day is not moved
    public Removed remove(LocalDate day) {
        try {
            return removed(day);
        } catch (MalformedEncodingException e) {
            return new Removed.Doubted(String.valueOf(e.getMessage()));
        }
    }

    private Removed removed(LocalDate day) {
        Watermark current = log.current();
        if (!current.readsTarget(day)) {
            throw new RepartitionException("day " + day + " is not moved, so its source stays");
        }
        Instant from = removable(day, current);
        if (parts.clock().instant().isBefore(from)) {
            return new Removed.Later(from);
        }
        List<Staged> staged = staged(day);
        Optional<String> undelivered = undelivered(day, staged);
        if (undelivered.isPresent()) {
            return new Removed.Doubted(undelivered.get());
        }
        List<ObjectKey> changed = parts.workers().map(staged, this::changed).stream().flatMap(Optional::stream)
                .toList();
        if (!changed.isEmpty()) {
            return new Removed.Kept(changed);
        }
        Watermark removed = log.commit(latest -> latest.of(day)
                .filter(was -> !(was.streamed() instanceof Streamed.All))
                .map(was -> latest.with(was.with(new Streamed.All()))).orElse(latest));
        if (settings.grace().isZero()) {
            published.publish(removed);
        }
        return new Removed.Gone(staged.size());
    }

    /// From when on no query is under way that reads the day's source.
    private Instant removable(LocalDate day, Watermark current) {
        Optional<Instant> shown = published.shows(day);
        if (shown.isEmpty()) {
            published.publish(current);
            shown = published.shows(day);
        }
        return settings.grace().isZero()
                ? Instant.MIN
                : shown.map(since -> since.plus(settings.grace())).orElse(Instant.MAX);
    }

    private Optional<ObjectKey> changed(Staged staged) {
        return parts.source().remove(staged.object()) ? Optional.empty() : Optional.of(staged.object().key());
    }

    /// The key of the view's text in the data bucket.
    public ObjectKey viewKey() {
        return published.key();
    }

    /// The view over both layouts.
    public ViewDefinition view() {
        return view;
    }
}
