package io.sluice.simulation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// Counts how often rare states were reached. Of one world it says what happened and decides nothing: the same seed has
/// the same steps, whatever is noted. Not safe for concurrent use.
public final class Reached {
    private final Map<RareState, Long> counts = new EnumMap<>(RareState.class);

    /// It has happened.
    public void note(RareState state) {
        note(state, 1);
    }

    /// It has happened so often.
    void note(RareState state, long times) {
        counts.merge(state, times, Long::sum);
    }

    /// The same where `happened`.
    public void note(RareState state, boolean happened) {
        if (happened) {
            note(state);
        }
    }

    /// The states that were reached once at least.
    public Set<RareState> states() {
        return counts.isEmpty() ? EnumSet.noneOf(RareState.class) : EnumSet.copyOf(counts.keySet());
    }

    /// How often a state was reached.
    public long times(RareState state) {
        return counts.getOrDefault(state, 0L);
    }

    /// Counts each state of one world once, however often that reached it.
    public void add(Reached world) {
        world.states().forEach(this::note);
    }
}
