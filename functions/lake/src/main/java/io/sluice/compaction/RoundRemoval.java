package io.sluice.compaction;

import io.sluice.compaction.Compaction.Removed;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import io.sluice.repartition.DayState;
import io.sluice.repartition.DayState.Streamed;
import io.sluice.repartition.PublishedView;
import io.sluice.repartition.Watermark;
import io.sluice.repartition.WatermarkLog;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// Removes what was joined: never before the view that every reader sees has what it was joined to, never before that
/// was read again and holds it, and never an object that changed since. A day's sources go all at once, or join by join
/// by several processes, of which the last one ends the round. Safe for concurrent use.
public final class RoundRemoval {
    private final CompactionSettings settings;
    private final CompactionPorts ports;
    private final RoundLedger ledger;
    private final WatermarkLog log;
    private final PublishedView published;
    private final RoundPlanner planner;
    private final Joiner joiner;
    private final BiPredicate<Watermark, Round> shows;

    /// @param shows whether a view reads what a round made
    RoundRemoval(CompactionSettings settings, CompactionPorts ports, RoundLedger ledger, WatermarkLog log,
            PublishedView published, RoundPlanner planner, Joiner joiner, BiPredicate<Watermark, Round> shows) {
        this.settings = settings;
        this.ports = ports;
        this.ledger = ledger;
        this.log = log;
        this.published = published;
        this.planner = planner;
        this.joiner = joiner;
        this.shows = shows;
    }

    /// The time at which the sources of a day may go.
    public sealed interface Due {
        /// Those of this round.
        record Now(Round round) implements Due {}

        /// Not before.
        record Later(Instant from) implements Due {}

        /// None are hidden: another run removed them.
        record Done() implements Due {}

        /// Nobody knows which they are until that is cured.
        record Doubted(String why) implements Due {}
    }

    /// The moved day has the sources of a round, which the view does not read.
    static boolean hidesSources(DayState moved) {
        return !(moved.streamed() instanceof Streamed.All);
    }

    /// Asks for a day's round.
    public Due due(LocalDate day) {
        Watermark current = log.current();
        Optional<DayState> moved = current.of(day).filter(RoundRemoval::hidesSources);
        if (moved.isEmpty()) {
            return new Due.Done();
        }
        Optional<Round> round = shown(moved.get());
        return round.map(of -> due(of, current)).orElseGet(() -> dueWithoutPlan(moved.get()));
    }

    private Due due(Round round, Watermark current) {
        Instant from = removable(round, current);
        return ports.clock().instant().isBefore(from) ? new Due.Later(from) : new Due.Now(round);
    }

    /// The round whose sources are hidden; empty when its plan is damaged or gone.
    Optional<Round> shown(DayState moved) {
        try {
            return ledger.round(moved.day(), number(moved));
        } catch (MalformedEncodingException e) {
            return Optional.empty();
        }
    }

    /// A plan says what the view hides, in the versions that were joined: while those are all there, and what they were
    /// joined to is, the same plan is made of them again. Once none is there, none is needed.
    private Due dueWithoutPlan(DayState moved) {
        List<SourceObject> hidden = StreamedDays
                .of(ports.source(), settings.paths(), ports.writers().before(ports.clock().instant())).visible()
                .getOrDefault(moved.day(), List.of()).stream().filter(object -> hides(moved, object)).toList();
        if (hidden.isEmpty()) {
            forget(moved.day(), number(moved));
            return new Due.Done();
        }
        Round again = planner.plan(moved.day(), number(moved), hidden);
        if (again.joins().stream().allMatch(joiner::isThere)) {
            ledger.restore(again);
            return due(again, log.current());
        }
        return new Due.Doubted("the plan of its round, " + ledger.key(moved.day(), number(moved))
                + " in the staging bucket, is damaged or gone, and cannot be made again of the " + hidden.size()
                + " joined objects that are left, from " + hidden.getFirst().key() + " on; restore it from a copy of"
                + " the bucket, or move those objects away, which the view does not read, and compact again");
    }

    private static boolean hides(DayState moved, SourceObject object) {
        String key = object.key().value();
        return switch (moved.streamed()) {
            case Streamed.Except(var hidden) -> hidden.contains(key);
            case Streamed.Only(var shown) -> !shown.contains(key);
            case Streamed.All() -> false;
        };
    }

    private static int number(DayState moved) {
        return moved.target() instanceof DayState.Target.Rounds rounds ? rounds.shown().last() : 0;
    }

    /// From when on no query is under way that reads the sources of a round.
    private Instant removable(Round round, Watermark current) {
        Optional<Instant> shown = published.shows(version -> shows.test(version, round));
        if (shown.isEmpty()) {
            published.publish(current);
            shown = published.shows(version -> shows.test(version, round));
        }
        return settings.grace().isZero()
                ? Instant.MIN
                : shown.map(since -> since.plus(settings.grace())).orElse(Instant.MAX);
    }

    /// Removes the sources of some joins of a round that is [Due.Now], or none of them where one is in doubt.
    ///
    /// @param there keys that are in the bucket: where retention or an erasure took a join's sources and its object,
    ///     nothing is in doubt
    Removed remove(List<Join> joins, Set<String> there) {
        List<String> doubts = ports.workers()
                .map(joins.stream()
                        .filter(join -> join.sources().stream().anyMatch(each -> there.contains(each.key().value())))
                        .toList(), joiner::doubt)
                .stream().flatMap(Optional::stream).toList();
        if (!doubts.isEmpty()) {
            return new Removed.Doubted(doubts);
        }
        List<SourceObject> sources = joins.stream().flatMap(join -> join.sources().stream()).toList();
        List<ObjectKey> changed = ports.workers().map(sources, object -> ports.source().remove(object)
                ? Optional.<ObjectKey>empty()
                : Optional.of(object.key())).stream().flatMap(Optional::stream).toList();
        return changed.isEmpty() ? new Removed.Gone(sources.size()) : new Removed.Kept(changed);
    }

    /// The same for one join, by what a listing of its folder shows.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed: try again
    public Removed remove(Join join) {
        return remove(List.of(join), there(join));
    }

    /// Says that a round's sources are gone, so that late objects of its day may be joined. Sees for itself that none
    /// is left.
    ///
    /// @return the keys that are, and then nothing is said
    public List<ObjectKey> end(Round round) {
        List<ObjectKey> left = ports.workers().map(round.joins(), this::left).stream().flatMap(List::stream).toList();
        if (left.isEmpty()) {
            forget(round.day(), round.number());
        }
        return left;
    }

    /// The view reads all that is under the stream's prefix for the day from now on.
    void forget(LocalDate day, int round) {
        Watermark removed = log.commit(latest -> latest.of(day)
                .filter(RoundRemoval::hidesSources).filter(moved -> number(moved) == round)
                .map(was -> latest.with(was.with(new Streamed.All()))).orElse(latest));
        if (settings.grace().isZero()) {
            published.publish(removed);
        }
    }

    private List<ObjectKey> left(Join join) {
        Set<String> there = there(join);
        return join.sources().stream().map(SourceObject::key).filter(key -> there.contains(key.value())).toList();
    }

    /// Returns the objects of a join's folder that are there, from its first source to its last.
    private Set<String> there(Join join) {
        String first = join.sources().getFirst().key().value();
        String last = join.sources().getLast().key().value();
        String folder = first.substring(0, first.lastIndexOf('/') + 1);
        Set<String> there = new TreeSet<>();
        String after = first.substring(0, first.length() - 1);
        boolean more = true;
        while (more && after.compareTo(last) < 0) {
            SourceStore.Page page = ports.source().list(folder, after);
            for (SourceObject object : page.objects()) {
                after = object.key().value();
                there.add(after);
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return there;
    }
}
