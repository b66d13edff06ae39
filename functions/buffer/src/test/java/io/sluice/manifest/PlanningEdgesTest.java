package io.sluice.manifest;

import static io.sluice.manifest.Batches.batch;
import static io.sluice.manifest.Batches.partition;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Bounds and names, exactly.
final class PlanningEdgesTest {
    private static final long NOON = Duration.ofDays(20_000).toMillis();
    private static final ObjectNaming NAMING = new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC);

    private static Planner planner(Optional<Integer> limit, int pendingBytesMax) {
        return new Planner(settings(limit, pendingBytesMax));
    }

    private static PlanSettings settings(Optional<Integer> limit, int pendingBytesMax) {
        return new PlanSettings(new DuePolicy(5_000, Duration.ofSeconds(300), Duration.ofSeconds(60)), NAMING,
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), limit, 4, Duration.ofHours(26), 100, pendingBytesMax);
    }

    private static Plan plan(Planner planner, Manifest current, Planner.Mode mode, ArrivedBatch... batches) {
        return planner.plan(current, Map.of(), ArrivedBatches.all(List.of(batches)), NOON, mode);
    }

    @Test
    void anObjectIsNamedByTheCommitThatDecidedIt() {
        Planner planner = planner(Optional.empty(), 1 << 20);
        Manifest one = plan(planner, Manifest.empty(), Planner.Mode.SCHEDULED, batch("one", NOON, "a")).next();
        Manifest two = plan(planner, one, Planner.Mode.DRAIN).next();
        assertEquals(List.of(NAMING.name(partition("a"), 2, 0, NOON)),
                two.deliveries().stream().map(Delivery::key).toList());
        ArrivedBatch[] six = new ArrivedBatch[6];
        for (int i = 0; i < six.length; i++) {
            six[i] = batch("batch " + i, NOON + i, "a");
        }
        assertEquals(List.of(NAMING.name(partition("a"), 1, 0, NOON), NAMING.name(partition("a"), 1, 1, NOON + 5)),
                plan(planner, Manifest.empty(), Planner.Mode.DRAIN, six).next().deliveries().stream()
                        .map(Delivery::key).toList());
    }

    @Test
    void aPendingTableBeyondItsBoundMakesEveryPartitionDue() {
        Manifest one = plan(planner(Optional.empty(), 1 << 20), Manifest.empty(), Planner.Mode.SCHEDULED,
                batch("one", NOON, "a", "b")).next();
        int bytes = one.pending().bytes();
        assertEquals(0, plan(planner(Optional.empty(), bytes), one, Planner.Mode.SCHEDULED).next().deliveries().size());
        assertEquals(2,
                plan(planner(Optional.empty(), bytes - 1), one, Planner.Mode.SCHEDULED).next().deliveries().size());
    }

    /// A bucket that refuses for days leaves all of them open, and the manifest is to be read by a function.
    @Test
    void whileTooManyChunksAreOpenNoFurtherObjectIsDecided() {
        Planner bounded = new Planner(settings(Optional.empty(), 1 << 20), 2);
        Manifest open = plan(bounded, Manifest.empty(), Planner.Mode.DRAIN, batch("one", NOON, "a", "b", "c")).next();
        assertEquals(2, open.deliveries().size());
        Plan plan = plan(bounded, open, Planner.Mode.DRAIN, batch("two", NOON, "d"));
        assertEquals(open.deliveries(), plan.next().deliveries());
        assertEquals(2, plan.next().pending().totals().partitions());
        assertTrue(plan.moreDue());
    }

    @Test
    void partitionsOfOpenDeliveriesCountAgainstTheLimit() {
        Planner limited = planner(Optional.of(3), 1 << 20);
        Manifest open = plan(limited, Manifest.empty(), Planner.Mode.DRAIN, batch("one", NOON, "a", "b")).next();
        assertEquals(2, open.deliveries().size());
        Manifest next = plan(limited, open, Planner.Mode.SCHEDULED, batch("two", NOON, "c", "d", "e")).next();
        assertEquals(1, next.pending().totals().partitions(), "one more fits");
        List<Delivery> diverted = next.deliveries().stream()
                .filter(delivery -> delivery.wrapping() == Wrapping.ACTIVE_PARTITIONS_EXCEEDED).toList();
        assertEquals(2, diverted.size());
        Set<ObjectKey> keys = new HashSet<>();
        diverted.forEach(delivery -> assertTrue(keys.add(delivery.key()), "distinct keys"));
        ManifestInvariants.checkAll(open, next);
    }

    @Test
    void anActivePartitionIsAdmittedThoughNewChunksCome() {
        Planner limited = planner(Optional.of(1), 1 << 20);
        Manifest one = plan(limited, Manifest.empty(), Planner.Mode.SCHEDULED, batch("one", NOON, "b")).next();
        Manifest two = plan(limited, one, Planner.Mode.SCHEDULED, batch("two", NOON, "a", "b")).next();
        assertEquals(1, two.pending().totals().partitions());
        assertEquals(20, two.pending().totals().records());
        assertEquals(10, two.openRecords());
    }

    @Test
    void isOldAtTheIntervalAndWhenTheNextRunComesTooLate() {
        DuePolicy policy = new DuePolicy(1, Duration.ofSeconds(300), Duration.ofSeconds(200));
        assertFalse(policy.isOld(0, 250_000), "450 s at the next run is 1.5 times 300 s");
        assertTrue(policy.isOld(0, 250_001));
        DuePolicy often = new DuePolicy(1, Duration.ofSeconds(300), Duration.ofSeconds(60));
        assertFalse(often.isOld(0, 299_999));
        assertTrue(often.isOld(0, 300_000));
    }

    @Test
    void aDeliveryIsAsOldAsItsOldestChunk() {
        assertEquals(NOON + 1, plan(planner(Optional.empty(), 1 << 20), Manifest.empty(), Planner.Mode.DRAIN,
                batch("one", NOON + 1, "a"), batch("two", NOON + 9, "a")).next().deliveries().getFirst()
                .oldestArrival());
    }

    @Test
    void aFailureKeepsItsFirstTimeAndItsWorstOutcome() {
        Delivery.Failure failure = Delivery.Failure.NONE.and(DeliveryOutcome.REFUSED, 5);
        assertEquals(new Delivery.Failure(5, DeliveryOutcome.REFUSED, 0), failure);
        assertEquals(new Delivery.Failure(5, DeliveryOutcome.UNCERTAIN, 0),
                failure.and(DeliveryOutcome.UNCERTAIN, 9).and(DeliveryOutcome.REFUSED, 10));
        assertFalse(failure.refusedFor(5, 9));
        assertTrue(failure.refusedFor(5, 10));
    }
}
