package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.simulation.lake.TellingMistakes;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Landing logs in worlds of every source: what landed is told once, of commits alone and in their order.
@Tag("sized")
final class LandingsSimulationTest {
    private static final long SEEDS = Long.getLong("landings.seeds", 30);
    private static final long FIRST_SEED = Long.getLong("landings.firstSeed", 1);

    private static final int MISTAKE_SEEDS_MAX = 10_000;

    static Stream<Arguments> worlds() {
        return Stream.of(Arguments.of("a stream", Knobs.USUAL), Arguments.of("Kinesis", Knobs.KINESIS),
                Arguments.of("a table that is lost", Knobs.LOSSES),
                Arguments.of("a table that is lost, Kinesis", Knobs.KINESIS_LOSSES),
                Arguments.of("bytes that rot", Knobs.ROT), Arguments.of("lanes", Knobs.LANES),
                Arguments.of("lanes whose table is lost", Knobs.LANES_LOSSES),
                Arguments.of("calls", Knobs.LANES.ofCalls()),
                Arguments.of("calls whose table is lost", Knobs.LANES_LOSSES.ofCalls()),
                Arguments.of("a queue", Knobs.LOSSES.ofSqs()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("worlds")
    void noWorldMisleadsAReader(String name, Knobs knobs) {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, knobs.ofLandings(), Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> name + ": " + finding.map(Finding::tell).orElse(""));
    }

    static Stream<Arguments> lakes() {
        return Stream.of(Arguments.of("days that are repartitioned", Knobs.LAKES),
                Arguments.of("days that are compacted", Knobs.COMPACTIONS),
                Arguments.of("lanes", Knobs.LAKE_LANES),
                Arguments.of("a table that is lost", Knobs.LAKE_LOSSES),
                Arguments.of("lanes whose table is lost", Knobs.LAKE_LANES_LOSSES));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lakes")
    void aReaderOfALakesLogKnowsWhatIsThere(String name, Knobs knobs) {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, knobs.ofLakeLandings(), Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> name + ": " + finding.map(Finding::tell).orElse(""));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("telling what landed before the commit", Knobs.USUAL,
                        (Mistake) (ports, _) -> LandingMistakes.tellBeforeTheCommit(ports)),
                Arguments.of("telling only what the own run committed", Knobs.USUAL,
                        (Mistake) (ports, _) -> LandingMistakes.tellOnlyOfTheOwn(ports)),
                Arguments.of("telling no length of what another attempt wrote", Knobs.USUAL,
                        (Mistake) (ports, _) -> LandingMistakes.takeNoLengthFromWhatIsThere(ports)),
                Arguments.of("sweeping the last landing", Knobs.USUAL, LandingMistakes.sweepTheLast()),
                Arguments.of("claiming to be complete without a look into the index", Knobs.USUAL,
                        LandingMistakes.claimWithoutTheIndex()),
                Arguments.of("claiming to be complete by a manifest of before", Knobs.USUAL,
                        LandingMistakes.claimByAnEarlierManifest()),
                Arguments.of("claiming to be complete without the last landing", Knobs.USUAL,
                        LandingMistakes.claimWithoutTheLastLanding()),
                Arguments.of("telling a date to be complete as it ends, without its lateness", Knobs.USUAL,
                        LandingMistakes.tellDatesWithoutLateness()),
                Arguments.of("telling a date to be complete before what landed of it", Knobs.USUAL,
                        LandingMistakes.tellDatesFirst()));
    }

    static Stream<Arguments> lakeMistakes() {
        return Stream.of(Arguments.of("telling what goes when it is gone", Knobs.LAKES,
                TellingMistakes.tellWhenItIsGone()),
                Arguments.of("telling what was joined before it is shown", Knobs.COMPACTIONS,
                        TellingMistakes.tellBeforeItIsShown()),
                Arguments.of("telling not what had landed before", Knobs.COMPACTIONS, TellingMistakes.tellNoHeads()),
                Arguments.of("reading what has landed before the listing", Knobs.LAKES,
                        TellingMistakes.readTheHeadsBeforeTheListing()),
                Arguments.of("overlooking what the own run told", Knobs.COMPACTIONS, TellingMistakes.overlookTheOwn()),
                Arguments.of("overlooking what others told to go", Knobs.LAKES, TellingMistakes.overlookOthers()));
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("lakeMistakes")
    void isFoundInALake(String name, Knobs knobs, Mistake mistake) {
        find(name, knobs.ofLakeLandings(), mistake);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void isFound(String name, Knobs knobs, Mistake mistake) {
        find(name, knobs.ofLandings(), mistake);
    }

    /// In the worlds before, 21,500 of them, it does no harm.
    @Tag("long")
    @Test
    void recoveringWithoutALookAtWhatWasToldIsFound() {
        find("recovering without a look at what was told", 21_501, Knobs.LOSSES.ofLandings(),
                LandingMistakes.recoverWithoutALook());
    }

    private static void find(String name, Knobs knobs, Mistake mistake) {
        find(name, 1, knobs, mistake);
    }

    private static void find(String name, long firstSeed, Knobs knobs, Mistake mistake) {
        Optional<Finding> found = Seeds.first(firstSeed, MISTAKE_SEEDS_MAX, knobs, mistake);
        assertTrue(found.isPresent(), name);
        System.out.printf("%s: seed %d, %s%n", name, found.get().seed(), found.get().violation().getMessage());
    }
}
