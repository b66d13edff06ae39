package io.sluice.simulation.folders;

import static org.junit.jupiter.api.Assertions.fail;

import io.sluice.simulation.SeededChoices;
import io.sluice.simulation.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Streams of any prefix, zone and rules: where each record lies, and when it goes.
@Tag("sized")
final class FolderWorldsTest {
    /// `-Dfolders.seeds` and `-Dfolders.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("folders.seeds", 100);
    private static final long FIRST_SEED = Long.getLong("folders.firstSeed", 1);

    @Test
    void everyRecordLiesInItsFolderAndGoesInItsTime() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            try {
                FolderWorld.run(new SeededChoices(seed));
            } catch (Violation | RuntimeException e) {
                fail("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
