package io.sluice.local.serve.power;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.serve.power.World.End;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The worlds themselves are tested: they find each of these mistakes.
@Tag("long")
final class PlantedDiskMistakesTest {
    private static final int SEEDS_MAX = 1_000;

    static Stream<Arguments> mistakes() {
        return Stream.of(Arguments.of("waiting for no file", DiskMistakes.waitForNoFile()),
                Arguments.of("waiting for no name", DiskMistakes.waitForNoName()),
                Arguments.of("not waiting for the point before files go", DiskMistakes.waitForNoPoint()),
                Arguments.of("naming a state file before its bytes are there", DiskMistakes.renameFirst()),
                Arguments.of("writing state files over", DiskMistakes.writeInPlace()),
                Arguments.of("acknowledging a group before it is there", DiskMistakes.acknowledgeFirst()),
                Arguments.of("keeping torn tails", DiskMistakes.keepTornTails()),
                Arguments.of("taking a torn tail for an entry", DiskMistakes.checkNothing()),
                Arguments.of("forgetting calls at a restart", DiskMistakes.forgetCalls()),
                Arguments.of("forgetting where a batch ends", DiskMistakes.forgetCuts()),
                Arguments.of("counting as staged what is cut", DiskMistakes.countCutsAsStaged()),
                Arguments.of("cutting off the last entry", DiskMistakes.cutOffTooMuch()),
                Arguments.of("cutting off the last entry without a point", DiskMistakes.cutOffTooMuchWithoutAPoint()),
                Arguments.of("removing a file before it is staged", DiskMistakes.removeEarly()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void isFound(String name, Mistake mistake) throws Exception {
        OptionalLong found = first(mistake);
        assertTrue(found.isPresent(), name);
    }

    private static OptionalLong first(Mistake mistake) throws Exception {
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            try {
                new World(seed, End.POWER_FAILURE, mistake).run();
            } catch (Ledger.Violation e) {
                return OptionalLong.of(seed);
            }
        }
        return OptionalLong.empty();
    }
}
