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

/// Kafka topics, CloudWatch Logs subscriptions, SQS queues, DynamoDB streams and buckets of objects, each with its own
/// repeats.
@Tag("sized")
final class OwnSourcesSimulationTest {
    /// `-Dsources.seeds` and `-Dsources.firstSeed` run other worlds, and more of them.
    private static final long SEEDS = Long.getLong("sources.seeds", 50);
    private static final long FIRST_SEED = Long.getLong("sources.firstSeed", 1);
    private static final int SEEDS_MAX = 10_000;

    @Test
    void noKafkaWorldLosesOrDoublesARecord() {
        assertNothingIsFound(Knobs.USUAL.ofKafka());
    }

    @Test
    void noKafkaWorldLosesOrDoublesARecordWithItsTable() {
        assertNothingIsFound(Knobs.LOSSES.ofKafka());
    }

    @Test
    void noLogsWorldLosesOrDoublesARecord() {
        assertNothingIsFound(Knobs.USUAL.ofLogs());
    }

    @Test
    void noLogsWorldLosesOrDoublesARecordWithItsTable() {
        assertNothingIsFound(Knobs.LOSSES.ofLogs());
    }

    @Test
    void noSqsWorldLosesOrDoublesARecord() {
        assertNothingIsFound(Knobs.USUAL.ofSqs());
    }

    @Test
    void noSqsWorldLosesOrDoublesARecordWithItsTable() {
        assertNothingIsFound(Knobs.LOSSES.ofSqs());
    }

    @Test
    void noWorldOfChangesLosesOrDoublesARecord() {
        assertNothingIsFound(Knobs.USUAL.ofChanges());
    }

    @Test
    void noWorldOfChangesLosesOrDoublesARecordWithItsTable() {
        assertNothingIsFound(Knobs.LOSSES.ofChanges());
    }

    @Test
    void noWorldOfObjectsLosesOrDoublesARecord() {
        assertNothingIsFound(Knobs.USUAL.ofObjects());
    }

    @Test
    void noWorldOfObjectsLosesOrDoublesARecordWithItsTable() {
        assertNothingIsFound(Knobs.LOSSES.ofObjects());
    }

    private static void assertNothingIsFound(Knobs knobs) {
        Optional<Finding> finding = Seeds.search(FIRST_SEED, SEEDS, knobs, Mistake.NONE);
        assertEquals(Optional.empty(), finding, () -> finding.map(Finding::tell).orElse(""));
    }

    static Stream<Arguments> mistakesWithPositions() {
        return PlantedMistakesTest.mistakesWithPositions();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesWithPositions")
    void isFoundOnATopic(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofKafka(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesOfSubscriptions() {
        return Stream.of(
                Arguments.of("forgetting folded batches", (Mistake) (ports, _) -> StoreMistakes.forgetFolded(ports)),
                Arguments.of("answering before the index write",
                        (Mistake) (ports, _) -> IndexMistakes.answerFirst(ports)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfSubscriptions")
    void isFoundOnASubscription(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofLogs(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesWithTimes() {
        return Stream.of(
                Arguments.of("taking a batch's oldest arrival for all of its records'",
                        (Mistake) (ports, _) -> TimeMistakes.takeTheBatchsOldestForAll(ports)),
                Arguments.of("taking a chunk's oldest arrival for all of its records'",
                        (Mistake) (ports, _) -> TimeMistakes.forgetTheSpan(ports)));
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesWithTimes")
    void isFoundWhereRecordsArriveOutOfTheirTime(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofKafka(), mistake).isPresent(), name);
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofLogs(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesOfQueues() {
        return Stream.of(
                Arguments.of("staging whatever has receipts",
                        (Mistake) (ports, _) -> ReceiptMistakes.claimOverReceipts(ports)),
                Arguments.of("writing receipts before the entry",
                        (Mistake) (ports, _) -> ReceiptMistakes.writeReceiptsFirst(ports)),
                Arguments.of("writing receipts after the entry",
                        (Mistake) (ports, _) -> ReceiptMistakes.writeReceiptsLast(ports)),
                Arguments.of("taking a conflict for success",
                        (Mistake) (ports, _) -> ReceiptMistakes.takeOneForAll(ports)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfQueues")
    void isFoundOnAQueue(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofSqs(), mistake).isPresent(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfQueues")
    void isFoundOnAStreamOfChanges(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofChanges(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesOfObjects() {
        return Stream.of(
                Arguments.of("writing receipts before the entry",
                        (Mistake) (ports, _) -> ReceiptMistakes.writeReceiptsFirst(ports)),
                Arguments.of("writing receipts after the entry",
                        (Mistake) (ports, _) -> ReceiptMistakes.writeReceiptsLast(ports)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfObjects")
    void isFoundOnObjects(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.USUAL.ofObjects(), mistake).isPresent(), name);
    }

    static Stream<Arguments> mistakesOfQueuesWithoutTheirTable() {
        return Stream.of(
                Arguments.of("leaving no word that a segment was accepted",
                        (Mistake) (ports, _) -> ReceiptMistakes.leaveNoWord(ports)),
                Arguments.of("leaving the word before the entry is written",
                        (Mistake) (ports, _) -> ReceiptMistakes.leaveTheWordFirst(ports)),
                Arguments.of("recovering segments that nobody accepted", ReceiptMistakes.recoverWithoutTheWord()),
                Arguments.of("recovering no receipts", ReceiptMistakes.recoverNoReceipts()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakesOfQueuesWithoutTheirTable")
    void isFoundWhereTheTableOfAQueueIsLost(String name, Mistake mistake) {
        assertTrue(Seeds.first(1, SEEDS_MAX, Knobs.LOSSES.ofSqs(), mistake).isPresent(), name);
    }
}
