package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Streams of one to three buffers, whose number changes up and down while batches are tried again, under crashes, and
/// with environments that go by what they read long ago.
@Tag("sized")
final class BuffersSimulationTest {
    /// `-Dlanes.seeds` and `-Dlanes.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("lanes.seeds", 75);
    private static final long FIRST_SEED = Long.getLong("lanes.firstSeed", 1);
    private static final int MISTAKES_SEEDS_MAX = 10_000;

    @Test
    void noWorldWithBuffersLosesOrDoublesARecord() {
        requireNothing(Knobs.LANES);
    }

    @Test
    void noWorldWithBuffersLosesOrDoublesARecordWithItsTable() {
        requireNothing(Knobs.LANES_LOSSES);
    }

    /// Log events are weeks old when they come.
    @Test
    void noWorldOfLogsWithBuffersLosesOrDoublesARecord() {
        requireNothing(Knobs.LANES.ofLogs());
    }

    private static void requireNothing(Knobs knobs) {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, knobs, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("going by the lanes of now", BufferCountMistakes.goByTheBuffersOfNow(),
                        "no attempt explains"),
                Arguments.of("never reading the lanes again", BufferCountMistakes.neverReadTheBuffersAgain(),
                        "no attempt explains"),
                Arguments.of("changing what is decided", BufferCountMistakes.changeWhatIsDecided(),
                        "no attempt explains"),
                Arguments.of("flushing the lanes of now", BufferCountMistakes.flushTheBuffersOfNow(), ""));
    }

    static Stream<Arguments> mistakesWhereTheTableIsLost() {
        return Stream.of(
                Arguments.of("recovering the first lane alone", BufferCountMistakes.recoverTheFirstBuffer()),
                Arguments.of("keeping the changes in the table alone", BufferCountMistakes.keepNoChanges()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void isFound(String name, Mistake mistake, String why) {
        Finding finding = Seeds.first(1, MISTAKES_SEEDS_MAX, Knobs.LANES, mistake)
                .orElseThrow(() -> new AssertionError(name));
        assertTrue(String.valueOf(finding.violation().getMessage()).contains(why), finding::tell);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesWhereTheTableIsLost")
    void isFoundWhereTheTableIsLost(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, MISTAKES_SEEDS_MAX, Knobs.LANES_LOSSES, mistake).isPresent(), name);
    }
}
