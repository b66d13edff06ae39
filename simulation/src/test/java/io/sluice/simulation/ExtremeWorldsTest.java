package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Worlds whose director seeks what chance alone seldom comes to: full batches, records that come again late, a bucket
/// that refuses, other writers, sources that number alike.
@Tag("sized")
final class ExtremeWorldsTest {
    /// `-Dextremes.seeds` and `-Dextremes.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("extremes.seeds", 25);
    private static final long FIRST_SEED = Long.getLong("extremes.firstSeed", 1);

    static Stream<Knobs> kinds() {
        return Arrays.stream(WorldKind.values()).map(WorldKind::knobs)
                .filter(knobs -> knobs.extreme() != Knobs.Extreme.NONE);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void noWorldLosesOrDoublesARecord(Knobs knobs) {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, knobs, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }
}
