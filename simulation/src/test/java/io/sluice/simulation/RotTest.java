package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Staged bytes rot where they rest, at any moment; an operator restores them, or gives up what a run names.
@Tag("sized")
final class RotTest {
    /// `-Drot.seeds` and `-Drot.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("rot.seeds", 125);
    private static final long FIRST_SEED = Long.getLong("rot.firstSeed", 1);

    @Test
    void noWorldDeliversWhatRottedNorLosesOrDoublesTheRest() {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, Knobs.ROT, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    @Test
    void noKinesisWorldDeliversWhatRottedNorLosesOrDoublesTheRest() {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, Knobs.KINESIS_ROT, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }
}
