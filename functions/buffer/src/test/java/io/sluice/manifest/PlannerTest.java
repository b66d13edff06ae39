package io.sluice.manifest;

import static io.sluice.manifest.Batches.batch;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PlannerTest {
    private static final long NOON = Duration.ofDays(20_000).toMillis() + Duration.ofHours(12).toMillis();
    private static final long SECOND = 1_000;

    private static Planner planner(int deliveriesMax) {
        DuePolicy due = new DuePolicy(5_000, Duration.ofSeconds(300), Duration.ofSeconds(60));
        ObjectNaming naming = new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC);
        return new Planner(new PlanSettings(due, naming,
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), Optional.empty(), 8, Duration.ofHours(26), deliveriesMax, 1 << 20));
    }

    private static Plan fold(Manifest current, long now, ArrivedBatch... batches) {
        return planner(100).plan(current, Map.of(), ArrivedBatches.all(List.of(batches)), now, Planner.Mode.SCHEDULED);
    }

    @Test
    void youngSmallPartitionsStayPending() {
        Plan plan = fold(Manifest.empty(), NOON, batch("one", NOON, "a", "b"));
        assertTrue(plan.changed());
        assertEquals(List.of(), plan.next().deliveries());
        assertEquals(2, plan.next().pending().totals().partitions());
        assertEquals(20, plan.next().pending().totals().records());
        assertEquals(new StreamTally(20, 0, 0, 0, 0), plan.next().tally());
    }

    @Test
    void aPartitionIsDueAtTheInterval() {
        Plan plan = fold(Manifest.empty(), NOON, batch("one", NOON - 300 * SECOND, "a"));
        assertEquals(1, plan.next().deliveries().size());
        assertEquals(10, plan.next().deliveries().getFirst().records());
        assertEquals(0, plan.next().pending().totals().partitions());
    }

    @Test
    void aPartitionIsDueWhenTheNextRunWouldBeTooLateForFreshness() {
        long almost = NOON - 390 * SECOND;
        Plan late = new Planner(new PlanSettings(
                new DuePolicy(5_000, Duration.ofSeconds(400), Duration.ofSeconds(300)),
                new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC),
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), Optional.empty(), 8, Duration.ofHours(26), 100, 1 << 20))
                .plan(Manifest.empty(), Map.of(), ArrivedBatches.all(List.of(batch("one", almost, "a"))), NOON,
                        Planner.Mode.SCHEDULED);
        assertEquals(1, late.next().deliveries().size());
    }

    @Test
    void aPartitionIsDueAtItsSizeAndTheRestWaits() {
        List<ArrivedBatch> batches = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            batches.add(batch("batch " + i, NOON + i, "a"));
        }
        Plan plan = planner(100).plan(Manifest.empty(), Map.of(), ArrivedBatches.all(batches), NOON,
                Planner.Mode.SCHEDULED);
        assertEquals(1, plan.next().deliveries().size());
        assertEquals(5_000, plan.next().deliveries().getFirst().rawBytes());
        assertEquals(2_000, plan.next().pending().totals().rawBytes());
    }

    @Test
    void aDrainMakesEverythingDueInObjectsOfTheLargestSize() {
        List<ArrivedBatch> batches = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            batches.add(batch("batch " + i, NOON + i, "a"));
        }
        Plan plan = planner(100).plan(Manifest.empty(), Map.of(), ArrivedBatches.all(batches), NOON,
                Planner.Mode.DRAIN);
        assertEquals(List.of(5_000L, 5_000L, 2_000L),
                plan.next().deliveries().stream().map(Delivery::rawBytes).toList());
        assertEquals(3, plan.next().deliveries().stream().map(Delivery::key).distinct().count());
    }

    @Test
    void chunksGoOutOldestFirst() {
        Plan plan = planner(100).plan(Manifest.empty(), Map.of(),
                ArrivedBatches.all(List.of(batch("late", NOON, "a"), batch("early", NOON - SECOND, "a"))), NOON,
                Planner.Mode.DRAIN);
        assertEquals(List.of(NOON - SECOND, NOON),
                plan.next().deliveries().getFirst().chunks().stream().map(ChunkRef::oldestArrival).toList());
    }

    @Test
    void aBatchFoldedBeforeIsDroppedAndItsEntryConsumed() {
        ArrivedBatch batch = batch("one", NOON, "a");
        Manifest first = fold(Manifest.empty(), NOON, batch).next();
        Plan again = fold(first, NOON, batch);
        assertFalse(again.changed());
        assertEquals(1, again.repeated());
        assertEquals(List.of(batch.entry().key()), again.consumed());
        assertEquals(List.of(), again.released(), "its segment is still referred to");
        assertEquals(10, again.next().pending().totals().records());
    }

    @Test
    void aBatchThatIsInTwoShardsIsFoldedOnce() {
        ArrivedBatch batch = batch("one", NOON, "a");
        Plan plan = fold(Manifest.empty(), NOON, batch, batch);
        assertEquals(1, plan.folded());
        assertEquals(1, plan.repeated());
        assertEquals(10, plan.next().pending().totals().records());
        assertEquals(2, plan.consumed().size());
    }

    @Test
    void foldedBatchesAreForgottenOnlyAfterTheRetryWindow() {
        ArrivedBatch batch = batch("one", NOON, "a");
        Manifest manifest = fold(Manifest.empty(), NOON, batch).next();
        long inWindow = NOON + Duration.ofHours(25).toMillis();
        assertEquals(1, fold(manifest, inWindow, batch, batch("two", inWindow, "a")).repeated());
        long after = NOON + Duration.ofHours(28).toMillis();
        Manifest later = fold(manifest, after, batch("two", after, "a")).next();
        assertFalse(later.folded().holds(batch.entry().key()));
    }

    @Test
    void aWrittenDeliveryLeavesAndReleasesItsSegment() {
        ArrivedBatch batch = batch("one", NOON - 300 * SECOND, "a");
        Manifest open = fold(Manifest.empty(), NOON, batch).next();
        Plan done = planner(100).plan(open, outcome(open, DeliveryOutcome.WRITTEN), ArrivedBatches.all(List.of()), NOON,
                Planner.Mode.SCHEDULED);
        assertTrue(done.changed());
        assertEquals(List.of(), done.next().deliveries());
        assertEquals(List.of(batch.entry().segment()), done.released());
        assertEquals(new StreamTally(10, 10, 0, 0, 0), done.next().tally());
        assertEquals(0, done.next().segments().size());
    }

    @Test
    void aFailedDeliveryStaysOpenUnderItsKeyAndRemembersSinceWhen() {
        Manifest open = fold(Manifest.empty(), NOON, batch("one", NOON - 300 * SECOND, "a")).next();
        Plan failed = planner(100).plan(open, outcome(open, DeliveryOutcome.REFUSED), ArrivedBatches.all(List.of()),
                NOON + 5,
                Planner.Mode.SCHEDULED);
        assertTrue(failed.changed());
        assertEquals(open.deliveries().getFirst().key(), failed.next().deliveries().getFirst().key());
        assertEquals(NOON + 5, failed.next().deliveries().getFirst().failure().since());
        Plan again = planner(100).plan(failed.next(), outcome(open, DeliveryOutcome.REFUSED),
                ArrivedBatches.all(List.of()),
                NOON + 9,
                Planner.Mode.SCHEDULED);
        assertFalse(again.changed(), "a failure that goes on is nothing to commit");
        assertEquals(NOON + 5, again.next().deliveries().getFirst().failure().since());
    }

    private static Manifest resumed(Manifest manifest, DeliveryOutcome outcome, long now) {
        return planner(100).plan(manifest, outcome(manifest, outcome), ArrivedBatches.all(List.of()), now,
                Planner.Mode.SCHEDULED).next();
    }

    @Test
    void recordsOfAnObjectRefusedForTheRetryTimeGoToTheErrorOutput() {
        Manifest open = fold(Manifest.empty(), NOON, batch("one", NOON - 300 * SECOND, "a")).next();
        Manifest failed = resumed(open, DeliveryOutcome.REFUSED, NOON);
        Manifest givenUp = resumed(failed, DeliveryOutcome.REFUSED, NOON + 300 * SECOND);
        assertTrue(givenUp.deliveries().getFirst().failure().isGivenUp());
        long outlived = NOON + 300 * SECOND + Planner.WRITERS_OUTLIVED.toMillis();
        Manifest moved = resumed(givenUp, DeliveryOutcome.REFUSED, outlived);
        ManifestInvariants.checkAll(givenUp, moved);
        Delivery wrapped = moved.deliveries().getFirst();
        assertEquals(Wrapping.DELIVERY_REFUSED, wrapped.wrapping());
        assertTrue(wrapped.key().value().startsWith("errors/partitioning-failed/"), wrapped.key().value());
        assertEquals(failed.deliveries().getFirst().chunks(), wrapped.chunks());
        Manifest done = resumed(moved, DeliveryOutcome.WRITTEN, outlived);
        assertEquals(new StreamTally(10, 0, 10, 0, 0), done.tally());
    }

    @Test
    void aRunThatBeganBeforeTheGivingUpMayStillWriteTheObject() {
        Manifest open = fold(Manifest.empty(), NOON, batch("one", NOON - 300 * SECOND, "a")).next();
        Manifest failed = resumed(open, DeliveryOutcome.REFUSED, NOON);
        Manifest givenUp = resumed(failed, DeliveryOutcome.REFUSED, NOON + 300 * SECOND);
        long early = NOON + 300 * SECOND + Planner.WRITERS_OUTLIVED.toMillis() - 1;
        assertEquals(givenUp.deliveries(), resumed(givenUp, DeliveryOutcome.REFUSED, early).deliveries());
        assertEquals(givenUp.deliveries(),
                resumed(givenUp, DeliveryOutcome.UNCERTAIN, early + 1).deliveries(),
                "S3 did not say that it is absent");
        assertEquals(new StreamTally(10, 10, 0, 0, 0), resumed(givenUp, DeliveryOutcome.WRITTEN, early).tally());
    }

    @Test
    void aBatchWhoseEntryIsStillThereIsNeverForgotten() {
        ArrivedBatch batch = batch("one", NOON, "a");
        Manifest manifest = fold(Manifest.empty(), NOON, batch).next();
        for (int day = 1; day <= 5; day++) {
            long now = NOON + Duration.ofDays(day).toMillis();
            Plan plan = fold(manifest, now, batch, batch("day " + day, now, "a"));
            assertEquals(1, plan.repeated(), "its entry could not be deleted for " + day + " days");
            manifest = plan.next();
        }
        assertTrue(manifest.folded().size() <= 3, "others were forgotten: " + manifest.folded().size());
    }

    @Test
    void nothingIsForgottenWhileEntriesAreUnread() {
        ArrivedBatch batch = batch("one", NOON, "a");
        Manifest manifest = fold(Manifest.empty(), NOON, batch).next();
        long later = NOON + Duration.ofDays(3).toMillis();
        Manifest next = planner(100).plan(manifest, Map.of(),
                new ArrivedBatches(List.of(batch("two", later, "a")), ArrivedBatches.Coverage.OLDEST), later,
                Planner.Mode.SCHEDULED).next();
        assertTrue(next.folded().holds(batch.entry().key()));
    }

    @Test
    void aDeliveryWhoseOutcomeWasEverUnknownIsNeverPutElsewhere() {
        Manifest open = fold(Manifest.empty(), NOON, batch("one", NOON - 300 * SECOND, "a")).next();
        Manifest unknown = planner(100)
                .plan(open, outcome(open, DeliveryOutcome.UNCERTAIN), ArrivedBatches.all(List.of()), NOON,
                        Planner.Mode.SCHEDULED)
                .next();
        Manifest later = planner(100)
                .plan(unknown, outcome(unknown, DeliveryOutcome.REFUSED), ArrivedBatches.all(List.of()),
                        NOON + 9_000 * SECOND, Planner.Mode.SCHEDULED)
                .next();
        assertEquals(open.deliveries().getFirst().key(), later.deliveries().getFirst().key());
        assertEquals(Wrapping.NONE, later.deliveries().getFirst().wrapping());
    }

    @Test
    void partitionsBeyondTheLimitGoToTheErrorOutputAndActiveOnesDoNot() {
        DuePolicy due = new DuePolicy(5_000, Duration.ofSeconds(300), Duration.ofSeconds(60));
        Planner limited = new Planner(
                new PlanSettings(due, new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC),
                        new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                        Duration.ofSeconds(300),
                        Optional.of(2), 8, Duration.ofHours(26), 100, 1 << 20));
        Manifest first = limited
                .plan(Manifest.empty(), Map.of(), ArrivedBatches.all(List.of(batch("one", NOON, "m", "n"))), NOON,
                        Planner.Mode.SCHEDULED)
                .next();
        Manifest second = limited.plan(first, Map.of(), ArrivedBatches.all(List.of(batch("two", NOON, "a", "n"))), NOON,
                Planner.Mode.SCHEDULED).next();
        assertEquals(2, second.pending().totals().partitions());
        assertEquals(30, second.pending().totals().records());
        assertEquals(1, second.deliveries().size());
        assertTrue(second.deliveries().getFirst().key().value().startsWith("errors/activePartitionExceeded/"));
        ManifestInvariants.check(first, second);
    }

    @Test
    void oneCommitDecidesNoMoreThanItsShareAndSaysSo() {
        Plan plan = planner(2).plan(Manifest.empty(), Map.of(),
                ArrivedBatches.all(List.of(batch("one", NOON, "a", "b", "c", "d", "e"))),
                NOON, Planner.Mode.DRAIN);
        assertEquals(2, plan.next().deliveries().size());
        assertEquals(3, plan.next().pending().totals().partitions());
        assertTrue(plan.moreDue());
    }

    @Test
    void anIdleStreamHasNothingToCommit() {
        Manifest manifest = fold(Manifest.empty(), NOON, batch("one", NOON, "a")).next();
        assertFalse(fold(manifest, NOON + SECOND).changed());
    }

    @Test
    void theSamePlanHasTheSameBytes() {
        ArrivedBatch[] batches = {batch("one", NOON, "a", "b"), batch("two", NOON - 300 * SECOND, "b", "c")};
        assertArrayEquals(fold(Manifest.empty(), NOON, batches).next().encode(),
                fold(Manifest.empty(), NOON, batches).next().encode());
    }

    @Test
    void shardsOnceUsedStayInUse() {
        Manifest manifest = fold(Manifest.empty(), NOON, batch("one", NOON, "a")).next();
        assertEquals(8, manifest.shardCount());
    }

    @Test
    void theTallyBalancesAtEveryStep() {
        Manifest manifest = Manifest.empty();
        for (int i = 0; i < 50; i++) {
            long now = NOON + 60 * SECOND * i;
            Plan plan = planner(3).plan(manifest, i % 3 == 0 ? Map.of() : outcome(manifest, DeliveryOutcome.WRITTEN),
                    ArrivedBatches.all(List.of(batch("batch " + i, now, "a", "b" + i % 7))), now,
                    Planner.Mode.SCHEDULED);
            ManifestInvariants.check(manifest, plan.next());
            manifest = plan.next();
        }
        assertTrue(manifest.tally().delivered() > 0);
    }

    private static Map<ObjectKey, Settled> outcome(Manifest manifest, DeliveryOutcome outcome) {
        Map<ObjectKey, Settled> outcomes = new HashMap<>();
        manifest.deliveries().forEach(delivery -> outcomes.put(delivery.key(), new Settled(outcome, 0, 0)));
        return outcomes;
    }
}
