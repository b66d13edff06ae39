package io.sluice.manifest;

import static io.sluice.manifest.Batches.batch;
import static io.sluice.manifest.Batches.spanning;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Plans over chunks whose records arrived in different hours.
final class LatePlansTest {
    /// Hour 12 of the 3rd of October 2024.
    private static final long NOON = Duration.ofDays(19_999).toMillis() + Duration.ofHours(12).toMillis();
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final String BY_HOUR = "a/!{timestamp:yyyy-MM-dd-HH}";

    private static Planner planner(Optional<Integer> partitionsMax, int deliveriesMax) {
        DuePolicy due = new DuePolicy(5_000, Duration.ofSeconds(300), Duration.ofSeconds(60));
        ObjectNaming naming = new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC);
        return new Planner(new PlanSettings(due, naming,
                new ErrorOutput(PrefixExpression
                        .parse("errors/!{firehose:error-output-type}/!{timestamp:yyyy-MM-dd-HH}/")),
                Duration.ofSeconds(300), partitionsMax, 8, Duration.ofHours(26), deliveriesMax, 1 << 20));
    }

    private static Plan fold(Manifest current, long now, ArrivedBatch... batches) {
        Map<ObjectKey, Settled> written = new HashMap<>();
        current.deliveries().forEach(each -> written.put(each.key(), new Settled(DeliveryOutcome.WRITTEN, 0, 0)));
        Plan plan = planner(Optional.empty(), 100).plan(current, written, ArrivedBatches.all(List.of(batches)), now,
                Planner.Mode.SCHEDULED);
        ManifestInvariants.checkAll(current, plan.next());
        return plan;
    }

    /// A manifest whose commit had read the whole index a minute before noon.
    private static Manifest beforeNoon() {
        return fold(Manifest.empty(), NOON - MINUTE).next();
    }

    @Test
    void whatAWrongClockSaysWillArriveInYearsDoesNotWaitForThem() {
        assertEquals(List.of("b/1"), paths(fold(beforeNoon(), NOON, batch("wrong", NOON + 80_000 * HOUR, "b"))));
        assertEquals(List.of(), paths(fold(beforeNoon(), NOON, batch("ahead", NOON + 2 * HOUR, "b"))));
    }

    private static List<String> paths(Plan plan) {
        return plan.next().decided().stream()
                .map(delivery -> delivery.key().value().replaceFirst("quakes-1-.*", "") + delivery.chunks().size())
                .toList();
    }

    @Test
    void whatIsDueIsCutWhereTheHourChangesBeyondTheTolerance() {
        Plan plan = planner(Optional.empty(), 100).plan(Manifest.empty(), Map.of(),
                ArrivedBatches.all(List.of(batch("1", NOON - 5 * MINUTE, BY_HOUR), batch("2", NOON, BY_HOUR),
                        batch("3", NOON + 150 * SECOND, BY_HOUR), batch("4", NOON + 151 * SECOND, BY_HOUR),
                        batch("5", NOON + 59 * MINUTE, BY_HOUR), batch("6", NOON + 61 * MINUTE, BY_HOUR),
                        batch("7", 0, BY_HOUR))),
                NOON, Planner.Mode.DRAIN);
        assertEquals(List.of("a/1970-01-01-00/1", "a/2024-10-03-11/3", "a/2024-10-03-12/2", "a/2024-10-03-13/1"),
                paths(plan));
    }

    /// It may hold an hour that only just began, and then all of it.
    @Test
    void aChunkThatReachesFurtherThanTheToleranceGoesUnderItsOwnPath() {
        for (long seconds : new long[]{390, 391}) {
            Plan plan = planner(Optional.empty(), 100).plan(Manifest.empty(), Map.of(),
                    ArrivedBatches.all(List.of(batch("1", NOON - SECOND, BY_HOUR),
                            spanning(seconds, "2", NOON + 59 * SECOND, BY_HOUR))),
                    NOON, Planner.Mode.DRAIN);
            assertEquals(seconds == 390
                    ? List.of("a/2024-10-03-11/2")
                    : List.of("a/2024-10-03-11/1",
                            "a/2024-10-03-12/1"),
                    paths(plan));
        }
    }

    @Test
    void oneOldChunkMakesNothingDueButItself() {
        Plan plan = fold(beforeNoon(), NOON, batch("old", NOON - 14 * 24 * HOUR, BY_HOUR),
                batch("fresh", NOON, BY_HOUR));
        assertEquals(List.of(), paths(plan));
        plan = fold(plan.next(), NOON + 4 * MINUTE, batch("later", NOON + 4 * MINUTE, BY_HOUR));
        assertEquals(List.of("a/2024-09-19-12/1"), paths(plan));
        plan = fold(plan.next(), NOON + 5 * MINUTE);
        assertEquals(List.of("a/2024-10-03-12/2"), paths(plan));
    }

    /// A source that catches up, minute after minute.
    @Test
    void lateChunksOfAnHourMakeAnObjectAnIntervalAndNotAnObjectARun() {
        Manifest manifest = beforeNoon();
        List<String> paths = new ArrayList<>();
        for (int minute = 0; minute < 60; minute++) {
            Plan plan = fold(manifest, NOON + minute * MINUTE,
                    batch("late " + minute, NOON - 50 * HOUR + minute * SECOND, BY_HOUR));
            paths.addAll(paths(plan));
            manifest = plan.next();
        }
        assertEquals(Collections.nCopies(12, "a/2024-10-01-10/5"), paths);
    }

    /// What can still be fresh is due by its arrival.
    @Test
    void whatComesWithinOneAndAHalfIntervalsIsNotLate() {
        assertEquals(List.of("b/1"), paths(fold(beforeNoon(), NOON, batch("slow", NOON - 450 * SECOND, "b"))));
        Plan plan = fold(beforeNoon(), NOON, batch("late", NOON - 451 * SECOND, "b"));
        assertEquals(List.of(), paths(plan));
        assertEquals(List.of(), paths(fold(plan.next(), NOON + 3 * MINUTE)));
        assertEquals(List.of("b/1"), paths(fold(plan.next(), NOON + 4 * MINUTE)));
    }

    /// It is not the records that were late then, or nobody can tell: they are due at once, and known to have waited.
    @Test
    void whatWaitsForFlushRunsThatAreBehindIsDueByWhenItCanHaveBeenStaged() {
        Manifest twoHoursAgo = fold(Manifest.empty(), NOON - 2 * HOUR).next();
        assertEquals(List.of("b/2"), paths(fold(twoHoursAgo, NOON, batch("waited", NOON - HOUR, "b"),
                batch("late", NOON - 9 * HOUR, "b"))));
        List<Long> since = fold(twoHoursAgo, NOON, batch("waited", NOON - HOUR, "b"), batch("late", 0, "b")).next()
                .decided().getFirst().chunks().stream().map(ChunkRef::waitingSince).toList();
        assertEquals(List.of(NOON - 2 * HOUR, NOON - HOUR), since);
    }

    @Test
    void aClockThatWasAheadMakesNoChunkWaitLonger() {
        Manifest ahead = fold(Manifest.empty(), NOON + 9 * HOUR).next();
        Plan plan = fold(ahead, NOON, batch("late", 0, "b"));
        assertEquals(NOON, plan.next().pending().totals().waitingSince());
    }

    @Test
    void aLateChunkGoesWithWhatIsDueUnderItsPath() {
        Plan plan = fold(beforeNoon(), NOON + 30 * MINUTE, batch("fresh", NOON + 30 * MINUTE, BY_HOUR));
        plan = fold(plan.next(), NOON + 34 * MINUTE, batch("late", NOON, BY_HOUR));
        plan = fold(plan.next(), NOON + 35 * MINUTE);
        assertEquals(List.of("a/2024-10-03-12/2"), paths(plan));
    }

    @Test
    void aRunThatHasNothingDueOfWhatIsLateChangesNothing() {
        Plan plan = fold(beforeNoon(), NOON, batch("late", 0, BY_HOUR));
        assertFalse(fold(plan.next(), NOON + MINUTE).changed());
        assertEquals(NOON - MINUTE, plan.next().pending().totals().waitingSince());
    }

    @Test
    void sinceWhenAChunkWaitsIsKept() {
        Manifest manifest = fold(beforeNoon(), NOON, batch("late", 0, BY_HOUR), batch("fresh", NOON - 1, BY_HOUR))
                .next();
        Manifest read = Manifest.decode(manifest.encode());
        assertEquals(NOON - MINUTE, read.pending().totals().waitingSince());
        assertEquals(List.of(NOON - MINUTE, NOON - 1),
                read.pending().iterator().next().chunks().stream().map(ChunkRef::waitingSince).toList());
    }

    @Test
    void hoursForWhichOneCommitHasNoRoomWaitForTheNext() {
        List<ArrivedBatch> batches = new ArrayList<>();
        for (int hour = 0; hour < 10; hour++) {
            batches.add(batch("hour " + hour, NOON - hour * HOUR, BY_HOUR));
        }
        Plan plan = planner(Optional.empty(), 3).plan(Manifest.empty(), Map.of(), ArrivedBatches.all(batches), NOON,
                Planner.Mode.DRAIN);
        assertEquals(List.of("a/2024-10-03-03/1", "a/2024-10-03-04/1", "a/2024-10-03-05/1"), paths(plan));
        assertTrue(plan.moreDue());
        assertEquals(7, plan.next().pending().totals().chunks());
        ManifestInvariants.checkAll(Manifest.empty(), plan.next());
    }

    @Test
    void whatIsBeyondTheLimitOfPartitionsIsFiledByItsHoursToo() {
        Plan plan = planner(Optional.of(0), 100).plan(Manifest.empty(), Map.of(), ArrivedBatches.all(
                List.of(batch("old", 0, "a"), batch("new", NOON, "a"), batch("newer", NOON + SECOND, "a"))), NOON,
                Planner.Mode.SCHEDULED);
        assertEquals(List.of("errors/activePartitionExceeded/1970-01-01-00/1",
                "errors/activePartitionExceeded/2024-10-03-12/2"), paths(plan));
    }
}
