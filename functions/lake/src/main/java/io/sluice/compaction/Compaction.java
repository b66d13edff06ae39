package io.sluice.compaction;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.repartition.DayState;
import io.sluice.repartition.DayState.Streamed;
import io.sluice.repartition.DayState.Target.Rounds;
import io.sluice.repartition.OpenDays;
import io.sluice.repartition.PublishedView;
import io.sluice.repartition.StagingKeys;
import io.sluice.repartition.ViewDefinition;
import io.sluice.repartition.Watermark;
import io.sluice.repartition.WatermarkLog;
import io.sluice.source.SourceObject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Joins the objects of days that are over. Its steps may be carried out by anyone, any number of times, at once, and
/// be killed anywhere: [#plan], [#join] for each of its joins, [#move], [#remove]. Safe for concurrent use.
///
/// At every moment a row is visible once through the view. The watermark alone decides: one version of it hides the
/// sources of a round and shows what they were joined to. Why: `docs/decisions/0041-compaction.md`.
public final class Compaction {
    private final CompactionSettings settings;
    private final CompactionPorts ports;
    private final RoundLedger ledger;
    private final WatermarkLog log;
    private final PublishedView published;
    private final RoundPlanner planner;
    private final Joiner joiner;
    private final RoundRemoval removal;

    /// @throws CompactionException when rows are to be joined without ports for them
    public Compaction(CompactionSettings settings, CompactionPorts ports, ViewDefinition view) {
        this.settings = settings;
        this.ports = ports;
        StagingKeys keys = new StagingKeys(settings.stream());
        this.ledger = new RoundLedger(keys, ports.staging());
        this.log = new WatermarkLog(keys, ports.staging(), settings.source());
        this.published = new PublishedView(view, log, ports.data());
        this.planner = new RoundPlanner(settings);
        this.joiner = new Joiner(settings, ports.data(), joining(settings, ports));
        this.removal = new RoundRemoval(settings, ports, ledger, log, published, planner, joiner,
                Compaction::isShown);
    }

    private static Joining joining(CompactionSettings settings, CompactionPorts ports) {
        Sources sources = new Sources(settings.bucket(), ports.source(), ports.fetchers());
        return switch (settings.format()) {
            case JoinedFormat.Text(var compression) -> new TextJoining(compression, sources);
            case JoinedFormat.Rows rows -> new RowJoining(rows,
                    ports.rows().orElseThrow(() -> new CompactionException("stream " + settings.stream()
                            + " is compacted into Parquet, and this jar has no writer of it; use the jar of a stream"
                            + " that converts")),
                    sources, RowSorter.HELD_BYTES);
        };
    }

    /// Lists the objects under the stream's prefix.
    public StreamedDays list() {
        return StreamedDays.of(ports.source(), settings.paths(), ports.writers().before(ports.clock().instant()));
    }

    /// The current watermark: the days that are compacted.
    public Watermark watermark() {
        return log.current();
    }

    /// The key of the view's text in the data bucket.
    public ObjectKey viewKey() {
        return published.key();
    }

    /// The days of a listing that are over for long enough and have something to be joined, and those that were begun,
    /// oldest first. A day whose joined sources are still there waits for their removal.
    public List<LocalDate> due(StreamedDays listing) {
        Watermark watermark = log.current();
        NavigableSet<LocalDate> days = new TreeSet<>(new OpenDays(settings.stream(), ports.staging()).read());
        listing.own().keySet().stream().filter(this::isOver).forEach(days::add);
        days.removeIf(day -> watermark.of(day).filter(RoundRemoval::hidesSources).isPresent());
        return List.copyOf(days);
    }

    private boolean isOver(LocalDate day) {
        return !day.plusDays(1).atStartOfDay(settings.zone()).toInstant().plus(settings.after())
                .isAfter(ports.clock().instant());
    }

    /// The days that have joined sources which are still there.
    public List<LocalDate> unremoved() {
        return log.current().days().values().stream().filter(RoundRemoval::hidesSources).map(DayState::day).toList();
    }

    /// Decides what is joined of a day: what the listing has of it, unless it is decided already. Publishes the view
    /// first, so that whoever reads through it never sees a day of which it does not know.
    ///
    /// @return empty when there is nothing to be joined, or another run has moved the day meanwhile
    public Optional<Round> plan(LocalDate day, StreamedDays listing) {
        Watermark watermark = log.bind();
        published.publish(watermark);
        ports.writers().requireUnchanged();
        Optional<DayState> moved = watermark.of(day);
        if (moved.filter(RoundRemoval::hidesSources).isPresent()) {
            return Optional.empty();
        }
        int number = rounds(moved).next();
        List<SourceObject> objects = listing.own().getOrDefault(day, List.of());
        try {
            return objects.isEmpty()
                    ? ledger.round(day, number)
                    : Optional.of(ledger.decide(planner.plan(day, number, objects)));
        } catch (MalformedEncodingException e) {
            // Nobody has seen anything of a round whose plan is damaged: the next one takes its place.
            abandon(day, number, () -> settings.paths().ofRound(ports.source(), settings.names(), day, number));
            return plan(day, listing);
        }
    }

    private static Rounds rounds(Optional<DayState> moved) {
        return moved.map(DayState::target).filter(Rounds.class::isInstance).map(Rounds.class::cast).orElse(Rounds.NONE);
    }

    /// The outcome of a join.
    public sealed interface Joined {
        /// Its object is there; nobody sees it through the view yet.
        record Written() implements Joined {}

        /// Something of it is another object by now, or gone: [#abandon] its round.
        record Changed(String why) implements Joined {}

        /// It cannot be made until that is cured, and its day stays as it is.
        record Blocked(String why) implements Joined {}
    }

    /// Makes the object of a join, unless it is there.
    ///
    /// @throws StoreException when a request failed: try again
    public Joined join(Join join) {
        return switch (joiner.join(join)) {
            case Joiner.Outcome.Written() -> new Joined.Written();
            case Joiner.Outcome.Changed(String why) -> new Joined.Changed(why);
            case Joiner.Outcome.Refused(String why) -> new Joined.Blocked(why);
        };
    }

    /// Makes the objects of all joins of a round, side by side.
    ///
    /// @throws StoreException when a request failed: try again
    public List<Joined> joinAll(Round round) {
        return ports.joiners().map(round.joins(), this::join);
    }

    /// Gives up a round of which something changed, for good, and removes what it made: nobody has seen it. One that is
    /// moved already stays.
    public void abandon(Round round) {
        abandon(round.day(), round.number(),
                () -> round.joins().stream().filter(joiner::isThere).map(Join::target).toList());
    }

    private void abandon(LocalDate day, int number, Supplier<List<ObjectKey>> made) {
        Watermark decided = log.commit(current -> rounds(current.of(day)).next() == number
                ? current.with(abandoned(current, day))
                : current);
        if (!rounds(decided.of(day)).shown().contains(number)) {
            ports.data().delete(made.get());
        }
    }

    private DayState abandoned(Watermark current, LocalDate day) {
        return new DayState(day, ports.clock().instant(), new Streamed.All(), rounds(current.of(day)).abandon());
    }

    /// The outcome of a round's move.
    public sealed interface Decided {
        /// The view reads what was joined, and its sources no more.
        record Shown() implements Decided {}

        /// Another run gave the round up; what it made is not read.
        record Superseded() implements Decided {}

        /// These objects are not there: join again.
        record Unfinished(List<ObjectKey> missing) implements Decided {}
    }

    /// Moves the watermark over a round whose objects are there, in one step.
    public Decided move(Round round) {
        List<ObjectKey> missing = ports.workers().map(round.joins(), join -> joiner.isThere(join)
                ? Optional.<ObjectKey>empty()
                : Optional.of(join.target())).stream().flatMap(Optional::stream).toList();
        if (!missing.isEmpty()) {
            return isShown(log.current(), round) ? new Decided.Shown() : new Decided.Unfinished(missing);
        }
        Streamed except = new Streamed.Except(round.sources());
        Watermark decided = log.commit(moving(round, except));
        published.publish(decided);
        return isShown(decided, round) ? new Decided.Shown() : new Decided.Superseded();
    }

    private static boolean isShown(Watermark watermark, Round round) {
        return rounds(watermark.of(round.day())).shown().contains(round.number());
    }

    /// The step that hides the sources and shows what they were joined to. Where a list of the hidden ones is longer
    /// than a view may be, those that stay are listed instead.
    private UnaryOperator<Watermark> moving(Round round, Streamed except) {
        return current -> {
            Rounds rounds = rounds(current.of(round.day()));
            if (rounds.next() != round.number()) {
                return current;
            }
            DayState moved = new DayState(round.day(), ports.clock().instant(), except, rounds.show());
            Watermark next = current.with(moved);
            return published.fits(next) ? next : fitting(current.with(moved.with(others(round, list()))), round);
        };
    }

    private Watermark fitting(Watermark next, Round round) {
        if (!published.fits(next)) {
            throw new CompactionException("moving " + round.day() + " would make the view longer than engines take: too"
                    + " many objects came late to days whose sources are not removed yet; compact again when they are");
        }
        return next;
    }

    private static Streamed.Only others(Round round, StreamedDays listing) {
        Set<String> joined = round.sources();
        return new Streamed.Only(listing.visible().getOrDefault(round.day(), List.of()).stream()
                .map(object -> object.key().value()).filter(key -> !joined.contains(key))
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /// Brings the view up to date with what came late to days of which it lists what it reads.
    public void refresh(StreamedDays listing) {
        Watermark current = log.current();
        for (DayState moved : List.copyOf(current.days().values())) {
            if (moved.streamed() instanceof Streamed.Only) {
                current = removal.shown(moved).map(round -> log.commit(latest -> latest.of(moved.day())
                        .filter(moved::equals).map(was -> was.with(others(round, listing)))
                        .filter(next -> !next.equals(moved)).map(latest::with).orElse(latest))).orElse(current);
            }
        }
        if (current.version() > 0) {
            published.publish(current);
        }
    }

    /// The outcome of removing a moved day's source.
    public sealed interface Removed {
        /// It is gone.
        record Gone(int objects) implements Removed {}

        /// It may be removed from then on.
        record Later(Instant from) implements Removed {}

        /// Some of its objects are others by now. They stay, and stay out of the view.
        record Kept(List<ObjectKey> changed) implements Removed {}

        /// Nothing is removed: what they were joined to is not there, or does not hold them any more.
        record Doubted(List<String> why) implements Removed {}
    }

    /// Removes the joined sources of a day, as [RoundRemoval] says.
    ///
    public Removed remove(LocalDate day, StreamedDays listing) {
        return switch (removal.due(day)) {
            case RoundRemoval.Due.Done() -> new Removed.Gone(0);
            case RoundRemoval.Due.Doubted(String why) -> new Removed.Doubted(List.of(why));
            case RoundRemoval.Due.Later(Instant from) -> new Removed.Later(from);
            case RoundRemoval.Due.Now(Round round) -> {
                Removed removed = removal.remove(round.joins(), listing.visible().getOrDefault(day, List.of()).stream()
                        .map(object -> object.key().value()).collect(Collectors.toSet()));
                if (removed instanceof Removed.Gone) {
                    removal.forget(day, round.number());
                }
                yield removed;
            }
        };
    }

    /// Removes the joined sources of days join by join.
    public RoundRemoval removal() {
        return removal;
    }
}
