package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.simulation.lake.CompactionMistakes;
import io.sluice.simulation.lake.LakeMistakes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The simulation itself is tested: it finds each of these mistakes.
@Tag("long")
final class PlantedMistakesTest {
    private static final int SEEDS_MAX = 10_000;

    static Stream<Arguments> mistakes() {
        return Stream.of(mistake("answering before the index write", (ports, _) -> IndexMistakes.answerFirst(ports)),
                mistake("planning from an unfolded read: on a manifest that is not the one replaced",
                        (ports, _) -> IndexMistakes.commitOverAnything(ports)),
                mistake("planning from an unfolded read: delivering what was not committed",
                        (ports, _) -> IndexMistakes.deliverWhatIsNotCommitted(ports)),
                mistake("naming objects by the clock", StoreMistakes::nameByTheClock),
                mistake("deleting entries before the commit", (ports, _) -> IndexMistakes.deleteFirst(ports)),
                mistake("treating 412 as another's object", (ports, _) -> StoreMistakes.takeOurOwnForAnothers(ports)),
                mistake("treating a conflict as another's commit",
                        (ports, _) -> IndexMistakes.deleteTheLosersManifest(ports)),
                mistake("forgetting folded batches", (ports, _) -> StoreMistakes.forgetFolded(ports)),
                mistake("taking a late object of folded batches for all of its slot",
                        (ports, _) -> StoreMistakes.replaceSealed(ports)),
                mistake("naming objects of folded batches that are not there",
                        (ports, _) -> StoreMistakes.nameWhatIsNotSealed(ports)),
                mistake("sweeping objects of folded batches that are named",
                        (ports, _) -> StoreMistakes.sweepWhatIsSealed(ports)),
                mistake("keying segments by their batch alone",
                        (ports, _) -> StoreMistakes.keySegmentsByBatch(ports)),
                mistake("looking only into the shards in use now", (ports, _) -> IndexMistakes.forgetShards(ports)),
                mistake("giving up objects that an older run may still write",
                        (ports, _) -> StoreMistakes.giveUpAtOnce(ports)),
                mistake("carrying out a slice as it was when it was asked for",
                        IndexMistakes.carryOutWhatWasAsked()),
                mistake("sweeping what is young", (ports, _) -> StoreMistakes.sweepTheYoung(ports)),
                mistake("sweeping by a part of the index", IndexMistakes.sweepByAPartOfTheIndex()),
                mistake("never sweeping from the first key again", StoreMistakes.neverSweepFromTheFirstKey()),
                mistake("delivering what fails its checksum", DamageMistakes::skipTheCheck),
                mistake("deleting a segment that is damaged", (ports, _) -> DamageMistakes.deleteTheDamaged(ports)),
                mistake("discarding without an operator's word",
                        (ports, _) -> DamageMistakes.discardUnasked(ports)));
    }

    static Stream<Arguments> mistakesAtRest() {
        return Stream.of(
                mistake("not checking chunks that are compressed when they are delivered",
                        DamageMistakes::skipTheCheckOfPlainChunks),
                mistake("not checking chunks of one format", DamageMistakes::skipTheCheckOfSnappy),
                mistake("deleting a segment whose chunk is damaged",
                        (ports, _) -> DamageMistakes.deleteTheDamaged(ports)),
                mistake("leaving out a damaged chunk without a word",
                        (ports, _) -> DamageMistakes.leaveOutWithoutAWord(ports)),
                mistake("discarding all of a delivery without an object that says so",
                        (ports, _) -> DamageMistakes.discardWithoutAnObject(ports)),
                mistake("taking a word on one chunk for all of its segment",
                        (ports, _) -> DamageMistakes.discardTheNeighbours(ports)),
                mistake("not checking manifests", (ports, _) -> DamageMistakes.trustManifests(ports)),
                mistake("taking a damaged directory for an empty one",
                        DamageMistakes::takeADamagedDirectoryForEmpty));
    }

    static Stream<Arguments> mistakesOnLakes() {
        return Stream.of(
                mistake("removing a source object when it is read", LakeMistakes.removeTheSourceWhenItIsRead()),
                mistake("removing a source object whichever version it is", LakeMistakes.removeWhateverIsThere()),
                mistake("reading a source object whichever version it is", LakeMistakes.readWhateverIsThere()),
                mistake("showing a day before it is delivered", LakeMistakes.showTheDayBeforeItIsDelivered()),
                mistake("taking objects for old whenever they were written", LakeMistakes.takeObjectsForOld()),
                mistake("taking a rule's days for half-days", LakeMistakes.takeDaysForHalfDays()),
                mistake("removing what begins like a key value", LakeMistakes.removeWhatBeginsAlike()),
                mistake("erasing without the buffer", LakeMistakes.eraseWithoutTheBuffer()));
    }

    static Stream<Arguments> mistakesOfCompactions() {
        return Stream.of(
                mistake("removing an object when it is read", LakeMistakes.removeTheSourceWhenItIsRead()),
                mistake("removing a joined object whichever version it is", LakeMistakes.removeWhateverIsThere()),
                mistake("joining what may be written again", CompactionMistakes.joinWhatMayBeWrittenAgain()),
                mistake("joining what each planned", CompactionMistakes.joinWhatEachPlanned()),
                mistake("showing a round before it is written", CompactionMistakes.showARoundBeforeItIsWritten()),
                mistake("showing rounds that were given up", CompactionMistakes.showEveryRound()),
                mistake("hiding late objects with their day", CompactionMistakes.hideWholeDays()),
                mistake("taking the view for published", CompactionMistakes.takeTheViewForPublished()),
                mistake("retention and erasure without what is compacted",
                        CompactionMistakes.overlookWhatIsCompacted()));
    }

    static Stream<Arguments> mistakesOfRecoveries() {
        return Stream.of(mistake("recovering without regard to the watermark", RecoveryMistakes.ignoreTheWatermark()),
                mistake("recovering the first of several manifests", RecoveryMistakes.takeTheFirstManifest()),
                mistake("recovering the lowest version", RecoveryMistakes.takeTheLowestVersion()),
                mistake("beginning anew in an empty table", RecoveryMistakes.beginWithoutALook()),
                mistake("sweeping beside an empty table", RecoveryMistakes.sweepWithoutALook()),
                mistake("overlooking a recovery under way",
                        (ports, _) -> IndexMistakes.overlookRecoveries(ports)),
                mistake("going on with a recovery behind what it has not gone through",
                        RecoveryMistakes.goOnBehindEverything()),
                mistake("recovering no entries", RecoveryMistakes.takeEverythingForKnown()));
    }

    static Stream<Arguments> mistakesOfRecoveriesWithPositions() {
        return Stream.of(mistake("recovering no positions", RecoveryMistakes.recoverNoPositions()),
                mistake("staging from nowhere beside an empty table",
                        (ports, _) -> IndexMistakes.takeAnEmptyTableForTheStart(ports)));
    }

    static Stream<Arguments> mistakesWithPositions() {
        return Stream.of(
                mistake("moving a position from wherever it is",
                        (ports, _) -> IndexMistakes.moveThePositionFromAnywhere(ports)),
                mistake("moving the position before the entry is written", IndexMistakes::moveThePositionFirst),
                mistake("moving the position after the entry was written",
                        (ports, _) -> IndexMistakes.moveThePositionLast(ports)),
                mistake("taking a conflict for success", (ports, _) -> IndexMistakes.takeAConflictForSuccess(ports)),
                mistake("never reading a position again", IndexMistakes.neverReadAPositionAgain()),
                mistake("knowing repeats by their batch",
                        (ports, _) -> IndexMistakes.knowRepeatsByTheirBatch(ports)));
    }

    private static Arguments mistake(String name, Mistake mistake) {
        return Arguments.of(name, mistake);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void isFound(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL, mistake).isPresent(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesAtRest")
    void isFoundWhereStagedBytesRot(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.ROT, mistake).isPresent(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOnLakes")
    void isFoundOnALake(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.LAKES, mistake).isPresent(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfCompactions")
    void isFoundWhereDaysAreCompacted(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.COMPACTIONS, mistake).isPresent(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfRecoveries")
    void isFoundWhereTheTableIsLost(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.LOSSES, mistake).isPresent(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfRecoveriesWithPositions")
    void isFoundWhereTheTableOfAKinesisStreamIsLost(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.KINESIS_LOSSES, mistake).isPresent(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesWithPositions")
    void isFoundOnAKinesisStream(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.KINESIS, mistake).isPresent(), name);
    }

    @Test
    void aFindingIsCutDownAndTellsItsStory() {
        Finding finding = Seeds.search(1, SEEDS_MAX, Knobs.USUAL, (ports, _) -> IndexMistakes.deleteFirst(ports))
                .orElseThrow();
        assertTrue(finding.knobs().steps() < Knobs.USUAL.steps(), finding.tell());
        assertTrue(finding.tell().contains("DELETE entries"), finding.tell());
        assertFalse(finding.trace().isEmpty());
    }
}
