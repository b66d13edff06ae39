package io.sluice.view;

import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceListing;
import io.sluice.view.DayMove.Due;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMove.Removed;
import io.sluice.view.DayMove.Settled;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Takes days through the steps of their move within one process. Safe for concurrent use.
///
/// @param workers work on units side by side
public record DayRun<P extends PlannedDay>(DayMove<P> move, Workers workers) {
    /// Plans of which something changes while they are joined, one after another, before the day is left to the next
    /// run.
    public static final int PLANS_MAX = 3;

    /// The outcome of a day.
    public sealed interface Outcome {
        /// The day's plan is carried out.
        ///
        /// @param joined the outcomes of its units
        record Ended(PlannedDay plan, List<Joined> joined, Settled settled) implements Outcome {}

        /// Units of it are blocked: it stays as it was.
        record Blocked(PlannedDay plan, List<Joined> joined) implements Outcome {
            public List<String> why() {
                return joined.stream().filter(Joined.Blocked.class::isInstance).map(Joined.Blocked.class::cast)
                        .map(Joined.Blocked::why).toList();
            }
        }

        /// Another run has the day in hand, or nothing of it is left.
        record Left() implements Outcome {}

        /// It stays as it was: something changed each time.
        record Changing(List<String> why) implements Outcome {}
    }

    /// @throws io.sluice.objects.StoreException when a request failed: run again
    /// @throws io.sluice.encoding.MalformedEncodingException when the day's plan is damaged
    public Outcome run(LocalDate day, SourceListing listing) {
        SourceListing now = listing;
        List<String> changes = new ArrayList<>();
        for (int attempt = 0; attempt < PLANS_MAX; attempt++) {
            Optional<P> plan = move.plan(day, now);
            if (plan.isEmpty()) {
                return new Outcome.Left();
            }
            int before = changes.size();
            Outcome outcome = carriedOut(plan.get(), changes);
            if (changes.size() == before) {
                return outcome;
            }
            move.abandon(plan.get());
            now = move.list();
        }
        return new Outcome.Changing(changes);
    }

    private Outcome carriedOut(P plan, List<String> changes) {
        List<Joined> joined = workers.map(numbers(plan.units().size()), unit -> move.join(plan, unit, Deadline.NONE));
        boolean blocked = false;
        for (Joined each : joined) {
            if (each instanceof Joined.Changed(String why)) {
                changes.add(why);
            }
            blocked |= each instanceof Joined.Blocked || each instanceof Joined.Changed;
        }
        if (blocked) {
            return new Outcome.Blocked(plan, joined);
        }
        Settled settled = move.settle(plan, Deadline.NONE);
        if (settled instanceof Settled.Changed(String why)) {
            changes.add(why);
        }
        return new Outcome.Ended(plan, joined, settled);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /// Removes the sources of a moved day whose time has come.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed: run again
    public Removed remove(LocalDate day) {
        return switch (move.removal(day)) {
            case Due.Done<P>() -> new Removed.Gone(0);
            case Due.Doubted<P>(String why) -> new Removed.Doubted(List.of(why));
            case Due.Later<P>(Instant from) -> new Removed.Later(from);
            case Due.Now<P>(P plan) -> removed(plan);
        };
    }

    /// Removes the sources of all moved days whose time has come.
    ///
    /// @return what came of each
    public Map<LocalDate, Removed> removeAll() {
        Map<LocalDate, Removed> removed = new TreeMap<>();
        move.days().current().unremoved().forEach(day -> removed.put(day, remove(day)));
        return removed;
    }

    private Removed removed(P plan) {
        int gone = 0;
        List<ObjectKey> changed = new ArrayList<>();
        List<String> doubts = new ArrayList<>();
        for (Removed removed : workers.map(numbers(move.removals(plan).size()), each -> move.remove(plan, each))) {
            switch (removed) {
                case Removed.Gone(int objects) -> gone += objects;
                case Removed.Later(Instant from) -> doubts.add("they may go from " + from + " on");
                case Removed.Kept(var keys) -> changed.addAll(keys);
                case Removed.Doubted(var why) -> doubts.addAll(why);
            }
        }
        if (doubts.isEmpty() && changed.isEmpty()) {
            changed.addAll(move.end(plan));
        }
        if (!doubts.isEmpty()) {
            return new Removed.Doubted(doubts);
        }
        return changed.isEmpty() ? new Removed.Gone(gone) : new Removed.Kept(changed);
    }
}
