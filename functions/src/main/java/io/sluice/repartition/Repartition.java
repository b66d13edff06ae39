package io.sluice.repartition;

import io.sluice.input.InputException;
import io.sluice.objects.ObjectKey;
import io.sluice.repartition.Moved.Streamed;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceCount;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
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

    /// What is under the source prefix now.
    public SourceListing list() {
        return SourceListing.of(parts.source(), settings.from());
    }

    /// Which days are moved.
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
                .map(Moved::day).toList();
    }

    private boolean isOver(LocalDate day) {
        return !remaining.end(day).isAfter(parts.clock().instant());
    }

    /// Decides which objects of a day are moved: those of the listing, unless it is decided already. Publishes the view
    /// first, so that whoever reads through it never sees a day of which it does not know.
    public DayPlan plan(LocalDate day, SourceListing listing) {
        published.publish(log.bind());
        return ledger.plan(day, listing.of(day));
    }

    /// The plan of a day that is not moved yet; empty when it has none.
    public Optional<DayPlan> unmoved(LocalDate day) {
        return log.current().readsTarget(day) ? Optional.empty() : ledger.plan(day);
    }

    /// What became of an object.
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
        Optional<Receipt> decided = ledger.receipt(day, object);
        if (decided.isPresent()) {
            return ingested(decided.get());
        }
        return switch (parts.staging(settings, day).stage(object, day, deadline)) {
            case ObjectStaging.Outcome.Staged(var verdict) ->
                ingested(ledger.decide(day, new Receipt(object, verdict)));
            case ObjectStaging.Outcome.Refused(String why) -> switch (settings.trouble()) {
                case STOP -> new Ingested.Blocked(why);
                case LEAVE_OUT ->
                    ingested(ledger.decide(day, new Receipt(object, new Receipt.Verdict.LeftOut(why))));
            };
        };
    }

    private static Ingested ingested(Receipt receipt) {
        return switch (receipt.verdict()) {
            case Receipt.Verdict.Staged staged ->
                new Ingested.Staged(staged.records() - staged.rejected(), staged.rejected());
            case Receipt.Verdict.LeftOut(String why) -> new Ingested.LeftOut(why);
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

    private record Staged(SourceObject object, Receipt.Verdict.Staged verdict) {}

    /// What is moved of a day.
    private List<Staged> staged(LocalDate day) {
        List<Staged> staged = new ArrayList<>();
        for (Receipt receipt : parts.workers().map(planned(day).objects(), object -> receipt(day, object))) {
            if (receipt.verdict() instanceof Receipt.Verdict.Staged verdict) {
                staged.add(new Staged(receipt.object(), verdict));
            }
        }
        return staged;
    }

    private Receipt receipt(LocalDate day, SourceObject object) {
        return ledger.receipt(day, object).orElseThrow(() -> new RepartitionException(
                "s3://" + settings.bucket() + "/" + object.key() + " of " + day
                        + " is not ingested yet; the day cannot be delivered before it is"));
    }

    private DayPlan planned(LocalDate day) {
        return ledger.plan(day).orElseThrow(() -> new RepartitionException(
                "day " + day + " is not planned; run the repartition from its start"));
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
                : published.fitting(current.with(new Moved(day, parts.clock().instant(), streamed)), day));
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
    public Watermark refresh(SourceListing listing) {
        Watermark current = log.current();
        for (Moved moved : current.days().values()) {
            if (isSettled(moved.day())) {
                current = log.commit(latest -> refreshed(latest, moved.day(), listing));
            }
        }
        if (current.version() > 0) {
            published.publish(current);
        }
        return current;
    }

    private Watermark refreshed(Watermark latest, LocalDate day, SourceListing listing) {
        Moved moved = latest.of(day).orElseThrow();
        Streamed streamed = RemainingSource.settled(moved, listing, () -> planned(day));
        return streamed.equals(moved.streamed()) ? latest : latest.with(moved.with(streamed));
    }

    /// What became of a moved day's source.
    public sealed interface Removed {
        /// It is gone.
        record Gone(int objects) implements Removed {}

        /// It may be removed from then on.
        record Later(Instant from) implements Removed {}

        /// Some of its objects are others by now. They stay, and stay out of the view.
        record Kept(List<ObjectKey> changed) implements Removed {}

        /// Nothing is removed: what was counted does not show that all of it was moved.
        record Doubted(List<String> why) implements Removed {}
    }

    /// Removes the moved objects of a day: never before the view that every reader sees has the day, and never an
    /// object that changed since. With a grace, the view's text that says so is left to the next run: another text now
    /// would begin the grace of other days anew.
    ///
    /// @throws RepartitionException when the day is not moved
    public Removed remove(LocalDate day) {
        Watermark current = log.current();
        if (!current.readsTarget(day)) {
            throw new RepartitionException("day " + day + " is not moved, so its source stays");
        }
        Instant from = removable(day, current);
        if (parts.clock().instant().isBefore(from)) {
            return new Removed.Later(from);
        }
        List<Staged> staged = staged(day);
        List<String> doubts = doubts(day, staged);
        if (!doubts.isEmpty()) {
            return new Removed.Doubted(doubts);
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

    /// Why nothing of a day may be removed yet.
    private List<String> doubts(LocalDate day, List<Staged> staged) {
        Optional<String> undelivered = undelivered(day, staged);
        return undelivered.isPresent()
                ? List.of(undelivered.get())
                : parts.workers().map(staged, this::doubt).stream().flatMap(Optional::stream).toList();
    }

    /// An object whose receipt is of a version that counted nothing again is counted now.
    private Optional<String> doubt(Staged staged) {
        if (staged.verdict().counted().isPresent()) {
            return Optional.empty();
        }
        long moved = staged.verdict().records() + staged.verdict().dropped();
        try {
            OptionalLong there = new SourceCount(parts.records(settings)).records(staged.object());
            return there.equals(OptionalLong.of(moved))
                    ? Optional.empty()
                    : Optional.of(staged.object().key() + " was moved by an earlier version, as " + moved
                            + " records, and "
                            + (there.isPresent() ? there.getAsLong() + " are in it" : "those in it cannot be counted")
                            + "; compare both, and delete it by hand");
        } catch (SourceChangedException e) {
            return Optional.empty(); // it is not removed, since it is another one
        } catch (IOException | InputException e) {
            return Optional.of(staged.object().key() + " cannot be counted: " + e.getMessage());
        }
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

    /// Where the view's text is in the data bucket.
    public ObjectKey viewKey() {
        return published.key();
    }

    /// The view over both layouts.
    public ViewDefinition view() {
        return view;
    }
}
