package io.sluice.compaction;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.Replacement;
import io.sluice.objects.ObjectKey;
import io.sluice.source.RecentListing;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.view.Announcements;
import io.sluice.view.DayLedger;
import io.sluice.view.DayMove;
import io.sluice.view.DayMoveException;
import io.sluice.view.DayState.Streamed;
import io.sluice.view.DayState.Target.Rounds;
import io.sluice.view.DayState;
import io.sluice.view.MovedDays;
import io.sluice.view.OpenDays;
import io.sluice.view.StagingKeys;
import io.sluice.view.ViewDefinition;
import io.sluice.view.Watermark;
import io.sluice.work.Deadline;
import io.sluice.work.OutOfTimeException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Joins the objects of days that are over, in rounds: what comes late to a day is the next round's. A round of which
/// something changes is abandoned. Why: `docs/decisions/0041-compaction.md`.
public final class Compaction implements DayMove<Round> {
    private final CompactionSettings settings;
    private final CompactionPorts ports;
    private final StagingKeys keys;
    private final DayLedger ledger;
    private final MovedDays days;
    private final RoundPlanner planner;
    private final Joiner joiner;
    private final RoundRemoval removal;
    private final RecentListing listings;

    /// @throws DayMoveException when rows are to be joined without ports for them
    public Compaction(CompactionSettings settings, CompactionPorts ports, ViewDefinition view) {
        this.settings = settings;
        this.ports = ports;
        this.keys = new StagingKeys(settings.stream());
        this.ledger = new DayLedger(ports.staging());
        this.days = new MovedDays(keys, settings.source(), view, ports.data(), ports.staging(), settings.grace(),
                ports.clock());
        this.planner = new RoundPlanner(settings);
        this.joiner = new Joiner(settings, ports.data(), joining(settings, ports));
        this.removal = new RoundRemoval(this, ports, keys, ledger, planner, joiner);
        this.listings = new RecentListing(ports.clock(), this::listed);
    }

    private static Joining joining(CompactionSettings settings, CompactionPorts ports) {
        Sources sources = new Sources(settings.bucket(), ports.source(), ports.fetchers());
        return switch (settings.format()) {
            case JoinedFormat.Text(var compression) -> new TextJoining(compression, sources);
            case JoinedFormat.Rows rows -> new RowJoining(rows,
                    ports.rows().orElseThrow(() -> new DayMoveException("stream " + settings.stream()
                            + " is compacted into Parquet, and this jar has no writer of it; use the jar of a stream"
                            + " that converts")),
                    sources, RowSorter.HELD_BYTES);
        };
    }

    @Override
    public MovedDays days() {
        return days;
    }

    @Override
    public SourceListing list() {
        return listings.now();
    }

    private SourceListing listed() {
        Predicate<SourceObject> mayBeWritten = ports.writers().before(ports.clock().instant());
        return SourceListing.of(ports.source(), settings.paths().head(), settings.paths()::day, object -> {
            if (!settings.paths().isOwn(object.key().value())) {
                return Optional.of("names that the stream does not give");
            }
            return mayBeWritten.test(object) ? Optional.of("a delivery that may not be over") : Optional.empty();
        });
    }

    /// The days of a listing that are over for long enough and have something to be joined, and those that were begun,
    /// oldest first. A day whose joined sources are still there waits for their removal.
    @Override
    public List<LocalDate> due(SourceListing listing) {
        Watermark watermark = days.current();
        NavigableSet<LocalDate> due = new TreeSet<>(new OpenDays(settings.stream(), ports.staging()).read());
        listing.movable().keySet().stream().filter(this::isOver).forEach(due::add);
        due.removeIf(watermark::hidesSource);
        return List.copyOf(due);
    }

    private boolean isOver(LocalDate day) {
        return !day.plusDays(1).atStartOfDay(settings.zone()).toInstant().plus(settings.after())
                .isAfter(ports.clock().instant());
    }

    @Override
    public Optional<Round> plan(LocalDate day, SourceListing listing) {
        Watermark watermark = days.begin();
        ports.writers().requireUnchanged();
        if (watermark.hidesSource(day)) {
            return Optional.empty();
        }
        int number = watermark.rounds(day).next();
        List<SourceObject> objects = listing.movable(day);
        ObjectKey key = keys.round(day, number);
        try {
            return objects.isEmpty()
                    ? ledger.find(key, Round::decode)
                    : Optional.of(ledger.decide(key, planner.plan(day, number, objects).encode(), Round::decode));
        } catch (MalformedEncodingException e) {
            // Nobody has seen anything of a round whose plan is damaged: the next one takes its place.
            abandon(day, number, () -> settings.paths().ofRound(ports.source(), settings.names(), day, number));
            return plan(day, listing);
        }
    }

    @Override
    public Joined join(Round round, int unit, Deadline deadline) {
        Join join = round.joins().get(unit);
        try {
            return joiner.join(join);
        } catch (OutOfTimeException e) {
            throw new OutOfTimeException("making " + join.target() + " takes longer than a function may: "
                    + e.getMessage() + "; lower TargetSizeInMBs, or compact the day with the command");
        } catch (UncheckedIOException e) {
            return new Joined.Blocked(e.getMessage() + ": "
                    + Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse("no reason is given")
                    + "; if the disk is full, lower TargetSizeInMBs, or compact the day with the command");
        }
    }

    @Override
    public void abandon(Round round) {
        abandon(round.day(), round.number(),
                () -> round.joins().stream().filter(joiner::isThere).map(Join::target).toList());
    }

    private void abandon(LocalDate day, int number, Supplier<List<ObjectKey>> made) {
        Watermark decided = days.decide(current -> current.rounds(day).next() == number
                ? current.with(new DayState(day, ports.clock().instant(), new Streamed.All(),
                        current.rounds(day).abandon()))
                : current);
        if (!decided.rounds(day).shown().contains(number)) {
            ports.data().delete(made.get());
        }
    }

    @Override
    public Settled settle(Round round, Deadline deadline) {
        Optional<Join> missing = ports.workers().map(round.joins(), join -> joiner.isThere(join)
                ? Optional.<Join>empty()
                : Optional.of(join)).stream().flatMap(Optional::stream).findFirst();
        if (missing.isPresent() && !isShown(days.current(), round)) {
            return new Settled.Changed(missing.get().target() + " was removed while its day was compacted");
        }
        Watermark moved = missing.isPresent() ? days.current() : days.move(current -> moved(current, round));
        if (!isShown(moved, round)) {
            return new Settled.Superseded();
        }
        announce(round, moved);
        return new Settled.Shown(round.joins().size());
    }

    /// Tells what a round that is shown replaced, unless that was told.
    ///
    /// @return until when its sources stay for who is told; empty: they may go
    Optional<Instant> announce(Round round, Watermark shown) {
        Instant since = shown.of(round.day()).map(DayState::since).orElse(Instant.EPOCH);
        return ports.announcements()
                .flatMap(log -> log.moved(Reason.COMPACTION, round, since, () -> Optional.of(replaced(round))));
    }

    /// What was made may be gone again, by its age or its key.
    private List<Replacement> replaced(Round round) {
        return ports.workers().map(round.joins(), join -> new Replacement(
                join.sources().stream().map(Announcements::object).toList(),
                joiner.there(join).stream().map(Announcements::object).toList()));
    }

    static boolean isShown(Watermark watermark, Round round) {
        return watermark.rounds(round.day()).shown().contains(round.number());
    }

    /// Hides the sources and shows what they were joined to. Where a list of the hidden ones is longer than a view may
    /// be, those that stay are listed instead.
    private Watermark moved(Watermark current, Round round) {
        Rounds rounds = current.rounds(round.day());
        if (rounds.next() != round.number()) {
            return current;
        }
        DayState moved = new DayState(round.day(), ports.clock().instant(), new Streamed.Except(round.sources()),
                rounds.show());
        Watermark next = current.with(moved);
        if (days.fits(next)) {
            return next;
        }
        Watermark listing = current.with(moved.with(others(round, listings.recent())));
        if (!days.fits(listing)) {
            throw new DayMoveException("moving " + round.day() + " would make the view longer than engines take: too"
                    + " many objects came late to days whose sources are not removed yet; compact again when they are");
        }
        return listing;
    }

    private static Streamed others(Round round, SourceListing listing) {
        Set<String> joined = round.sources();
        return new Streamed.Only(listing.of(round.day()).stream().map(object -> object.key().value())
                .filter(key -> !joined.contains(key)).collect(Collectors.toSet()));
    }

    @Override
    public void refresh(SourceListing listing, Consumer<String> troubles) {
        ports.announcements().ifPresent(_ -> announceAll(troubles));
        days.refresh(moved -> moved.streamed() instanceof Streamed.Only
                ? removal.shown(moved).map(round -> others(round, listing)).orElse(moved.streamed())
                : moved.streamed(), troubles);
    }

    /// What was killed before it told what it moved.
    private void announceAll(Consumer<String> troubles) {
        Watermark current = days.current();
        current.days().values().stream().filter(DayState::hidesSource)
                .forEach(moved -> removal.shown(moved).ifPresent(round -> {
                    try {
                        announce(round, current);
                    } catch (MalformedEncodingException e) {
                        troubles.accept("it cannot be told what day " + moved.day() + " replaced: " + e.getMessage());
                    }
                }));
    }

    @Override
    public Due<Round> removal(LocalDate day) {
        return removal.due(day);
    }

    @Override
    public List<Long> removals(Round round) {
        return round.unitBytes();
    }

    @Override
    public Removed remove(Round round, int removal) {
        return this.removal.remove(round.joins().get(removal));
    }

    @Override
    public List<ObjectKey> end(Round round) {
        return removal.end(round);
    }
}
