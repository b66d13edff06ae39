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

/// Calls of Firehose's API at replicas of which any may have any attempt at them, and may be suspended for hours.
@Tag("sized")
final class CallsSimulationTest {
    /// `-Dcalls.seeds` and `-Dcalls.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("calls.seeds", 25);
    private static final long FIRST_SEED = Long.getLong("calls.firstSeed", 1);
    private static final int SEEDS_MAX = 2_000;
    /// Each configuration asks for one to four.
    private static final Knobs LANES = Knobs.LANES.ofCalls().ofLanes(4);
    private static final Knobs LANES_LOSSES = Knobs.LANES_LOSSES.ofCalls().ofLanes(4);

    @Test
    void noCallIsLostAndNoneThatIsKnownDoubled() {
        assertNothingIsFound(Knobs.USUAL.ofCalls());
    }

    @Test
    void noCallIsLostOrDoubledWithItsTable() {
        assertNothingIsFound(Knobs.LOSSES.ofCalls());
    }

    @Test
    void noCallIsLostOrDoubledWhereStagedBytesRot() {
        assertNothingIsFound(Knobs.ROT.ofCalls());
    }

    @Test
    void noCallIsLostOrDoubledInLanes() {
        assertNothingIsFound(LANES);
    }

    @Test
    void noCallIsLostOrDoubledInLanesWithTheirTable() {
        assertNothingIsFound(LANES_LOSSES);
    }

    private static void assertNothingIsFound(Knobs knobs) {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, knobs, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    private static Arguments mistake(String name, Mistake mistake) {
        return Arguments.of(name, mistake);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("writing receipts before the entry", (ports, _) -> ReceiptMistakes.writeReceiptsFirst(ports)),
                mistake("writing receipts after the entry", (ports, _) -> ReceiptMistakes.writeReceiptsLast(ports)),
                mistake("staging whatever has receipts", (ports, _) -> ReceiptMistakes.claimOverReceipts(ports)),
                mistake("taking a conflict for success", (ports, _) -> ReceiptMistakes.takeOneForAll(ports)),
                mistake("knowing a call in its group alone", (ports, _) -> CallMistakes.knowCallsInTheirGroup(ports)),
                mistake("naming each attempt", CallMistakes.nameEachAttempt()),
                mistake("leaving the body out of the name", CallMistakes.leaveTheBodyOut()),
                mistake("knowing a nameless call by its bytes", CallMistakes.knowTheNamelessByTheirBytes()),
                mistake("counting records in the group", CallMistakes.countRecordsInTheGroup()),
                mistake("keeping receipts for an hour", CallMistakes::keepReceiptsForAnHour),
                mistake("answering a repeat by a segment under way", CallMistakes::takeASegmentForAReceipt),
                mistake("accepting the group of a call that fails", CallMistakes.acceptTheGroupOfWhatFails()),
                mistake("accepting a call that fails", CallMistakes.acceptWhatFails()),
                mistake("refusing the group of a call that fails", CallMistakes.refuseTheGroupOfWhatFails()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void isFound(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofCalls(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesThatTakeMoreWorlds() {
        return Stream.of(
                mistake("taking an unknown outcome for a success",
                        (ports, _) -> CallMistakes.takeTheUnknownForSuccess(ports)),
                mistake("taking an unknown outcome for a failure", CallMistakes.stageTheUnknownAnew()),
                mistake("committing whenever a suspended replica comes to it", CallMistakes.liveForEver()));
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesThatTakeMoreWorlds")
    void isFoundInMoreWorlds(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofCalls(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesWithoutTheirTable() {
        return Stream.of(
                mistake("leaving no word", (ports, _) -> ReceiptMistakes.leaveNoWord(ports)),
                mistake("leaving the word before the entry is written",
                        (ports, _) -> ReceiptMistakes.leaveTheWordFirst(ports)),
                mistake("recovering segments that nobody accepted", ReceiptMistakes.recoverWithoutTheWord()),
                mistake("recovering no receipts", ReceiptMistakes.recoverNoReceipts()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesWithoutTheirTable")
    void isFoundWhereTheTableIsLost(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.LOSSES.ofCalls(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesInLanes() {
        return Stream.of(
                mistake("keeping receipts by lane", (ports, _) -> CallMistakes.keepReceiptsByBuffer(ports)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesInLanes")
    void isFoundInLanes(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, LANES, mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesInLanesWithoutTheirTable() {
        return Stream.of(mistake("recovering the receipts of the first lane alone",
                CallMistakes.recoverReceiptsOfTheFirstBufferAlone()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesInLanesWithoutTheirTable")
    void isFoundWhereTheTableOfLanesIsLost(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, LANES_LOSSES, mistake).isPresent(), name);
    }

    /// In the worlds before, 4,500 of them, it does no harm.
    @Tag("long")
    @Test
    void leavingTheWordInTheLaneOfTheRepeatIsFoundWhereTheTableOfLanesIsLost() {
        assertTrue(Seeds.first(4_501, SEEDS_MAX, LANES_LOSSES,
                (ports, _) -> CallMistakes.acceptInTheBufferOfTheRepeat(ports)).isPresent());
    }

    /// In the worlds before, 10,500 of them, it does no harm.
    @Tag("long")
    @Test
    void recoveringTheFirstLaneFirstIsFoundWhereTheTableOfLanesIsLost() {
        assertTrue(Seeds.first(10_501, SEEDS_MAX, LANES_LOSSES, CallMistakes.recoverTheFirstBufferFirst())
                .isPresent());
    }

    @Tag("long")
    @Test
    void answeringARepeatBeforeTheFirstOnesWordIsFoundWhereTheTableIsLost() {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.LOSSES.ofCalls(),
                (ports, _) -> CallMistakes.leaveTheWordToTheFirst(ports)).isPresent());
    }
}
