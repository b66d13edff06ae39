package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The table is lost at any moment, and made again of the staging bucket.
@Tag("sized")
final class LossesTest {
    /// `-Dlosses.seeds` and `-Dlosses.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("losses.seeds", 125);
    private static final long FIRST_SEED = Long.getLong("losses.firstSeed", 1);

    @Test
    void noKinesisWorldLosesOrDoublesARecordWithItsTable() {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, Knobs.KINESIS_LOSSES, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    @Test
    void noWorldLosesOrDoublesARecordWithItsTable() {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, Knobs.LOSSES, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }
}
