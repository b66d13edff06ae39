package io.sluice.repartition;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.layout.DayOfKey;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.Replacement;
import io.sluice.objects.ObjectKey;
import io.sluice.repartition.IngestVerdict.Verdict;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.source.RecentListing;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.view.Announcements;
import io.sluice.view.DayLedger;
import io.sluice.view.DayMove;
import io.sluice.view.DayMoveException;
import io.sluice.view.DayState.Streamed;
import io.sluice.view.DayState;
import io.sluice.view.MovedDays;
import io.sluice.view.StagingKeys;
import io.sluice.view.ViewDefinition;
import io.sluice.view.Watermark;
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

/// Moves days from the source layout to the stream's own: each object of a plan is taken through the stream's ingest
/// ([#ingest]), and what is staged of a day is delivered ([#deliver]) before the watermark moves over it ([#move]).
/// Why: `docs/decisions/0008-repartition.md`.
public final class Repartition implements DayMove<DayPlan> {
    private final RepartitionSettings settings;
    private final Parts parts;
    private final StagingKeys keys;
    private final DayLedger ledger;
    private final MovedDays days;
    private final RecentListing listings;

    public Repartition(RepartitionSettings settings, Parts parts, ViewDefinition view) {
        this.settings = settings;
        this.parts = parts;
        this.keys = new StagingKeys(settings.stream());
        this.ledger = new DayLedger(parts.staging());
        this.days = new MovedDays(keys, settings.from(), view, parts.data(), parts.staging(), settings.grace(),
                parts.clock());
        this.listings = new RecentListing(parts.clock(), () -> SourceListing.of(parts.source(), settings.from(),
                DayOfKey::of, _ -> Optional.empty()));
    }

    @Override
    public MovedDays days() {
        return days;
    }

    @Override
    public SourceListing list() {
        return listings.now();
    }

    @Override
    public List<LocalDate> due(SourceListing listing) {
        Watermark watermark = days.current();
        return listing.days().keySet().stream()
                .filter(day -> !settings.end(day).isAfter(parts.clock().instant()) && !watermark.readsTarget(day))
                .toList();
    }

    @Override
    public Optional<DayPlan> plan(LocalDate day, SourceListing listing) {
        if (days.begin().readsTarget(day)) {
            return Optional.empty();
        }
        List<SourceObject> objects = listing.movable(day);
        return objects.isEmpty()
                ? ledger.find(keys.plan(day), DayPlan::decode)
                : Optional.of(ledger.decide(keys.plan(day), new DayPlan(day, objects).encode(), DayPlan::decode));
    }

    @Override
    public Joined join(DayPlan plan, int unit, Deadline deadline) {
        SourceObject object = plan.objects().get(unit);
        String name = object.key() + " of " + plan.day();
        return switch (ingest(plan.day(), object, deadline)) {
            case Joined.Blocked(String why) -> new Joined.Blocked(name + " can't be moved: " + why);
            case Joined.LeftOut(String why) -> new Joined.LeftOut(name + " is left out and stays streamed: " + why);
            case Joined joined -> joined;
        };
    }

    /// Takes an object of a day's plan through the stream's ingest, unless that is done.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed: try again
    /// @throws io.sluice.work.OutOfTimeException when the time left is too short for it
    public Joined ingest(LocalDate day, SourceObject object, Deadline deadline) {
        Optional<IngestVerdict> decided = verdict(day, object);
        if (decided.isPresent()) {
            return joined(decided.get());
        }
        Verdict verdict = parts.staging(settings, day).stage(object, day, deadline);
        return verdict instanceof Verdict.LeftOut(String why) && settings.trouble() == Trouble.STOP
                ? new Joined.Blocked(why)
                : joined(decide(day, new IngestVerdict(object, verdict)));
    }

    private Optional<IngestVerdict> verdict(LocalDate day, SourceObject object) {
        return ledger.find(keys.receipt(day, object.key()), IngestVerdict::decode);
    }

    private IngestVerdict decide(LocalDate day, IngestVerdict receipt) {
        return ledger.decide(keys.receipt(day, receipt.object().key()), receipt.encode(), IngestVerdict::decode);
    }

    private static Joined joined(IngestVerdict receipt) {
        return switch (receipt.verdict()) {
            case Verdict.Staged staged ->
                new Joined.Staged(staged.records() - staged.rejected(), staged.rejected());
            case Verdict.LeftOut(String why) -> new Joined.LeftOut(why);
        };
    }

    @Override
    public Settled settle(DayPlan plan, Deadline deadline) {
        return switch (deliver(plan.day(), deadline)) {
            case DayDelivery.Progress.Delivered(long objects) -> {
                move(plan.day());
                yield new Settled.Shown(objects);
            }
            case DayDelivery.Progress.Unfinished() -> new Settled.Unfinished();
            case DayDelivery.Progress.Stuck(String why) -> new Settled.Blocked(
                    "day " + plan.day() + " is not delivered yet, and not moved: " + why + "; run again");
        };
    }

    /// Delivers what is staged of a day; nothing of it is visible through the view yet.
    ///
    /// A day that is moved already is not delivered again: its receipts are all there, so nothing changes.
    ///
    /// @throws DayMoveException when the day is not planned, or an object of it is neither staged nor left out
    public DayDelivery.Progress deliver(LocalDate day, Deadline deadline) {
        return parts.delivery(settings, day).deliver(staged(planned(day)).stream().map(Staged::verdict).toList(),
                deadline);
    }

    private record Staged(SourceObject object, Verdict.Staged verdict) {}

    /// Returns the objects of a day that are moved.
    private List<Staged> staged(DayPlan plan) {
        List<Staged> staged = new ArrayList<>();
        for (IngestVerdict receipt : parts.workers().map(plan.objects(), object -> receipt(plan.day(), object))) {
            if (receipt.verdict() instanceof Verdict.Staged verdict) {
                staged.add(new Staged(receipt.object(), verdict));
            }
        }
        return staged;
    }

    private IngestVerdict receipt(LocalDate day, SourceObject object) {
        return verdict(day, object).orElseThrow(() -> new DayMoveException(
                "s3://" + settings.bucket() + "/" + object.key() + " of " + day
                        + " is not ingested yet; the day cannot be delivered before it is"));
    }

    private DayPlan planned(LocalDate day) {
        return ledger.find(keys.plan(day), DayPlan::decode).orElseThrow(() -> days.current().readsTarget(day)
                ? DayLedger.lost(keys.plan(day), "is gone")
                : new DayMoveException("day " + day + " is not planned; run the repartition from its start"));
    }

    /// Moves the watermark over a day that is delivered, in one step.
    ///
    /// @return the version that has the day
    /// @throws DayMoveException when the day is not delivered whole, whatever its caller takes it for
    public Watermark move(LocalDate day) {
        List<Staged> staged = staged(planned(day));
        undelivered(day, staged).ifPresent(why -> {
            throw new DayMoveException("day " + day + " is not delivered, and cannot be moved: " + why);
        });
        Set<String> moved = staged.stream().map(each -> each.object().key().value())
                .collect(Collectors.toCollection(TreeSet::new));
        Streamed streamed = isSettled(day) ? others(listings.recent(), day, moved) : new Streamed.Except(moved);
        Watermark shown = days.move(current -> current.readsTarget(day)
                ? current
                : days.fitting(current.with(new DayState(day, parts.clock().instant(), streamed)), day));
        announce(shown, day);
        return shown;
    }

    /// Tells what a day that is shown replaced, unless that was told, or its sources are gone: then it was, or there
    /// was no log.
    ///
    /// @return until when its sources stay for who is told; empty: they may go
    private Optional<Instant> announce(Watermark shown, LocalDate day) {
        return parts.announcements().flatMap(log -> shown.of(day).filter(DayState::hidesSource).flatMap(moved -> {
            DayPlan plan = planned(day);
            return log.moved(Reason.REPARTITION, plan, moved.since(), () -> replaced(plan));
        }));
    }

    /// What was made may be gone again, by its age or its key.
    private Optional<List<Replacement>> replaced(DayPlan plan) {
        return parts.delivery(settings, plan.day()).landed().map(landed -> List.of(new Replacement(
                staged(plan).stream().map(each -> Announcements.object(each.object())).toList(),
                parts.workers().map(landed, object -> parts.data().head(object.key())).stream()
                        .flatMap(Optional::stream).map(Announcements::object).toList())));
    }

    private Optional<String> undelivered(LocalDate day, List<Staged> staged) {
        return parts.delivery(settings, day).undelivered(staged.stream().map(Staged::verdict).toList());
    }

    /// Tests whether no object of the day is expected to arrive any more.
    private boolean isSettled(LocalDate day) {
        return !settings.end(day).plus(settings.settledAfter()).isAfter(parts.clock().instant());
    }

    /// A plan is never given up: an object that changed is left out, or blocks its day.
    @Override
    public void abandon(DayPlan plan) {
        throw new UnsupportedOperationException("the repartition of " + plan.day() + " is decided for good");
    }

    @Override
    public void refresh(SourceListing listing, Consumer<String> troubles) {
        announceAll(troubles);
        days.refresh(moved -> isSettled(moved.day()) ? settled(moved, listing) : moved.streamed(), troubles);
    }

    /// What was killed before it told what it moved.
    private void announceAll(Consumer<String> troubles) {
        if (parts.announcements().isPresent()) {
            Watermark current = days.current();
            for (LocalDate day : current.unremoved()) {
                try {
                    announce(current, day);
                } catch (MalformedEncodingException e) {
                    troubles.accept("it cannot be told what day " + day + " replaced: " + e.getMessage());
                }
            }
        }
    }

    /// What the view reads of a settled day's source, which was moved earlier: the objects that were not moved, by
    /// name, and no longer all but those that were.
    private Streamed settled(DayState moved, SourceListing listing) {
        return switch (moved.streamed()) {
            case Streamed.Except(var keys) -> others(listing, moved.day(), keys);
            case Streamed.Only(var keys) -> {
                Set<String> visible = new TreeSet<>(keys);
                visible.addAll(others(listing, moved.day(), planned(moved.day()).objects().stream()
                        .map(object -> object.key().value()).collect(Collectors.toSet())).keys());
                yield new Streamed.Only(visible);
            }
            case Streamed.All all -> all;
        };
    }

    private static Streamed.Only others(SourceListing listing, LocalDate day, Set<String> moved) {
        return new Streamed.Only(listing.of(day).stream().map(object -> object.key().value())
                .filter(key -> !moved.contains(key)).collect(Collectors.toSet()));
    }

    @Override
    public Due<DayPlan> removal(LocalDate day) {
        Watermark current = days.current();
        if (!current.readsTarget(day)) {
            throw new DayMoveException("day " + day + " is not moved, so its source stays");
        }
        if (!current.hidesSource(day)) {
            return new Due.Done<>();
        }
        Optional<Instant> later = days.later(current, version -> version.readsTarget(day));
        try {
            return later.or(() -> announce(current, day)).<Due<DayPlan>>map(Due.Later::new)
                    .orElseGet(() -> new Due.Now<>(planned(day)));
        } catch (MalformedEncodingException e) {
            return new Due.Doubted<>(String.valueOf(e.getMessage()));
        }
    }

    /// All at once, since they are counted together.
    @Override
    public List<Long> removals(DayPlan plan) {
        return List.of(plan.bytes());
    }

    @Override
    public Removed remove(DayPlan plan, int removal) {
        try {
            List<Staged> staged = staged(plan);
            return undelivered(plan.day(), staged).<Removed>map(why -> new Removed.Doubted(List.of(why)))
                    .orElseGet(() -> MovedDays.remove(staged.stream().map(Staged::object).toList(), parts.source(),
                            parts.workers()));
        } catch (MalformedEncodingException e) {
            return new Removed.Doubted(List.of(String.valueOf(e.getMessage())));
        }
    }

    @Override
    public List<ObjectKey> end(DayPlan plan) {
        days.removed(plan.day(), _ -> true);
        return List.of();
    }
}
