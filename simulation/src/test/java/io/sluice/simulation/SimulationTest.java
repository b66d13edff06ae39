package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sized")
final class SimulationTest {
    /// `-Dsimulation.seeds` and `-Dsimulation.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("simulation.seeds", 750);
    private static final long KINESIS_SEEDS = Long.getLong("simulation.seeds", 500);
    /// Of worlds that are compacted, `-Dsimulation.compacted`.
    private static final long COMPACTED = Long.getLong("simulation.compacted", 100);
    private static final long FIRST_SEED = Long.getLong("simulation.firstSeed", 1);

    @Test
    void noWorldLosesOrDoublesARecord() {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, Knobs.USUAL, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    /// Any repeats under any boundaries, crashes, invocations that wake up late, mappings that start anew.
    @Test
    void noKinesisWorldLosesOrDoublesARecord() {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, KINESIS_SEEDS, Knobs.KINESIS, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    /// Runs at once, steps at any time later and twice, late objects, rewritten ones, retention and erasures.
    @Test
    void noCompactedWorldLosesOrDoublesARecord() {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, COMPACTED, Knobs.COMPACTIONS, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        for (long seed = 1; seed <= 20; seed++) {
            List<String> trace = Seeds.trace(seed, Knobs.USUAL);
            assertFalse(trace.isEmpty());
            assertEquals(trace, Seeds.trace(seed, Knobs.USUAL));
        }
    }
}
