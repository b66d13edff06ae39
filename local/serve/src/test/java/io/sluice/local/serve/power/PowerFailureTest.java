package io.sluice.local.serve.power;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.local.serve.power.World.End;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Servers whose processes end again and again, at any step, by SIGKILL or with the power of their disk.
/// `-Dserve.ends=N -Dserve.firstSeed=N` say how often, and from where.
final class PowerFailureTest {
    private static final int ENDS = 100;
    private static final int ENDS_LONG = 2_000;

    @ParameterizedTest
    @EnumSource
    void whateverEndsItWhatWasAcknowledgedIsDeliveredOnceAndNoStartIsRefused(End end) throws Exception {
        run(end, Long.getLong("serve.firstSeed", 1), Integer.getInteger("serve.ends", ENDS));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void twoThousandEndsLoseNothing(End end) throws Exception {
        run(end, 1_000, ENDS_LONG);
    }

    private static void run(End end, long firstSeed, int ends) throws Exception {
        int seen = 0;
        for (long seed = firstSeed; seen < ends; seed++) {
            try {
                seen += new World(seed, end, Mistake.NONE).run();
            } catch (Ledger.Violation e) {
                throw new AssertionError("seed " + seed + " of " + end + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void aSeedTellsOneStory() throws Exception {
        for (long seed = 1; seed <= 5; seed++) {
            assertEquals(story(seed), story(seed), "seed " + seed);
        }
    }

    private static long story(long seed) throws Exception {
        var world = new World(seed, End.POWER_FAILURE, Mistake.NONE);
        world.run();
        return world.story();
    }
}
