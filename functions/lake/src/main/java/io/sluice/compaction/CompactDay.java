package io.sluice.compaction;

import io.sluice.compaction.Compaction.Decided;
import io.sluice.compaction.Compaction.Joined;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes a day through the steps of a compaction. Safe for concurrent use.
public final class CompactDay {
    /// Rounds of which something changes while they are joined, one after another, before the day is left to the next
    /// run.
    private static final int ROUNDS_MAX = 3;

    private final Compaction compaction;

    public CompactDay(Compaction compaction) {
        this.compaction = compaction;
    }

    /// The outcome of a day.
    public sealed interface Outcome {
        /// The view reads what was joined.
        record Compacted(int sources, long bytes, int objects) implements Outcome {}

        /// Another run has the day in hand, or nothing of it is left.
        record Left() implements Outcome {}

        /// It stays as it was, for these reasons.
        record Blocked(List<String> why) implements Outcome {}
    }

    /// @throws io.sluice.objects.StoreException when a request failed: run again
    public Outcome run(LocalDate day, StreamedDays listing) {
        StreamedDays now = listing;
        List<String> changes = new ArrayList<>();
        for (int attempt = 0; attempt < ROUNDS_MAX; attempt++) {
            Optional<Round> round = compaction.plan(day, now);
            if (round.isEmpty()) {
                return new Outcome.Left();
            }
            Optional<Outcome> outcome = join(round.get(), changes);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            compaction.abandon(round.get());
            now = compaction.list();
        }
        return new Outcome.Blocked(changes);
    }

    /// Empty when something of the round changed.
    private Optional<Outcome> join(Round round, List<String> changes) {
        List<String> blocked = new ArrayList<>();
        int before = changes.size();
        for (Joined joined : compaction.joinAll(round)) {
            switch (joined) {
                case Joined.Written() -> {
                }
                case Joined.Changed(String why) -> changes.add(why);
                case Joined.Blocked(String why) -> blocked.add(why);
            }
        }
        if (changes.size() > before) {
            return Optional.empty();
        }
        return Optional.of(blocked.isEmpty() ? decided(round) : new Outcome.Blocked(blocked));
    }

    private Outcome decided(Round round) {
        return switch (compaction.move(round)) {
            case Decided.Shown() -> new Outcome.Compacted(round.sources().size(),
                    round.joins().stream().mapToLong(Join::bytes).sum(), round.joins().size());
            case Decided.Superseded() -> new Outcome.Left();
            case Decided.Unfinished(var missing) -> new Outcome.Blocked(List.of(missing.getFirst()
                    + " was removed while its day was compacted; compact again"));
        };
    }
}
