package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Rare states that worlds reach: a change after which no world comes to one of them any more makes the worlds blind.
final class ReachedTest {
    private static final Corpus CORPUS = Corpus.read();
    private static final String REMEDY = "; when that is meant, make the corpus anew:"
            + " build/simulation/run --minutes 30 --corpus";
    private static final int SEEDS = 400;
    /// Too rare for so few worlds; the corpus has seeds of them.
    private static final Set<RareState> RAREST = EnumSet.of(RareState.UNDECIDED_PUT_AGAIN,
            RareState.RECOVERY_REFUSED_WHILE_ENTRIES_WAIT, RareState.SEGMENT_RESTORED_AFTER_GIVEN_UP,
            RareState.REJECTS_IN_THE_WAY);

    @Test
    void everyRareStateHasASeed() {
        Set<RareState> without = EnumSet.allOf(RareState.class);
        without.removeAll(CORPUS.states());
        assertEquals(Set.of(), without, () -> "states without a seed" + REMEDY);
    }

    @Test
    void everySeedStillReachesItsStates() {
        Map<String, Set<RareState>> missed = Seeds.onVirtualThread(() -> {
            Map<String, Set<RareState>> all = new TreeMap<>();
            CORPUS.worlds().forEach((world, states) -> {
                Set<RareState> rest = EnumSet.copyOf(states);
                rest.removeAll(Corpus.reached(world));
                if (!rest.isEmpty()) {
                    all.put(world.toString(), rest);
                }
            });
            return all;
        });
        assertEquals(Map.of(), missed, () -> "states that their seeds do not reach" + REMEDY);
    }

    /// Not by chosen seeds alone.
    @Tag("long")
    @Test
    void everyRareStateIsReachedInTheFirstWorldsOfEachKind() {
        Reached all = new Reached();
        Seeds.onVirtualThread(() -> {
            for (WorldKind kind : WorldKind.values()) {
                for (long seed = 1; seed <= SEEDS; seed++) {
                    Reached world = new Reached();
                    assertEquals(Optional.empty(), kind.run(seed, world), kind + " " + seed);
                    all.add(world);
                }
            }
            return all;
        });
        Set<RareState> never = EnumSet.allOf(RareState.class);
        never.removeAll(all.states());
        never.removeAll(RAREST);
        assertEquals(Set.of(), never);
    }
}
