package io.sluice.manifest;

import static io.sluice.manifest.Batches.batch;
import static io.sluice.manifest.Batches.partition;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.position.SequenceRange;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Breaks each invariant once; its name is what an operator reads.
final class ManifestInvariantsTest {
    private static final long NOON = Duration.ofDays(20_000).toMillis();
    private static final Planner PLANNER = new Planner(new PlanSettings(
            new DuePolicy(2_000, Duration.ofSeconds(300), Duration.ofSeconds(60)),
            new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC),
            new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")), Duration.ofSeconds(300),
            Optional.empty(), 2, Duration.ofHours(26), 100, 1 << 20));

    /// Batches one and two pending in partitions a and b, nothing open.
    private final Manifest current = plan(Manifest.empty(), batch("one", NOON, "a", "b")).next();
    /// Both, and partition a in an open delivery.
    private final Manifest next = plan(current, batch("two", NOON + 1, "a")).next();

    private static Plan plan(Manifest current, ArrivedBatch... arrived) {
        return PLANNER.plan(current, Map.of(), ArrivedBatches.all(List.of(arrived)), NOON + 2, Planner.Mode.SCHEDULED);
    }

    @Test
    void aPlansOwnManifestKeepsAll() {
        assertEquals(1, next.deliveries().size());
        assertEquals(1, next.pending().totals().partitions());
        ManifestInvariants.checkAll(Manifest.empty(), current);
        ManifestInvariants.checkAll(current, next);
    }

    @Test
    void versionMonotone() {
        assertViolated("version-monotone", current, with(next.version() + 1, next.shardCount(), next.tally()));
        assertViolated("version-monotone", next, next);
    }

    @Test
    void shardsInUse() {
        assertViolated("shards-in-use", current, with(next.version(), 1, next.tally()));
    }

    @Test
    void recordsConserved() {
        StreamTally lost = new StreamTally(next.tally().staged() + 1, 0, 0, 0, 0);
        assertViolated("records-conserved", current, with(next.version(), 2, lost));
    }

    @Test
    void tallyMonotone() {
        Manifest before = new Manifest(current.version(), 2, current.segments(), current.pending(), List.of(),
                current.folded(), new StreamTally(20, 0, 0, 7, 0));
        assertViolated("tally-monotone", before, next);
        for (StreamTally larger : List.of(new StreamTally(999, 0, 0, 0, 0), new StreamTally(20, 1, 0, 0, 0),
                new StreamTally(20, 0, 1, 0, 0))) {
            Manifest previous = new Manifest(current.version(), 2, current.segments(), current.pending(), List.of(),
                    current.folded(), larger);
            assertViolated("tally-monotone", previous, next);
        }
    }

    @Test
    void positionsMonotone() {
        Manifest before = folding(current, SequenceRange.parse("shard", "", "1", "9"));
        ManifestInvariants.checkAll(before, folding(next, SequenceRange.parse("shard", "", "1", "10")));
        assertViolated("positions-monotone", before, next);
        assertViolated("positions-monotone", before, folding(next, SequenceRange.parse("shard", "", "1", "8")));
        assertViolated("positions-monotone", before, folding(next, SequenceRange.parse("shard", "3", "4", "10")));
        assertViolated("positions-monotone", before, folding(next, SequenceRange.parse("another", "", "1", "9")));
    }

    private static Manifest folding(Manifest manifest, SequenceRange range) {
        return new Manifest(manifest.version(), manifest.shardCount(), manifest.segments(), manifest.pending(),
                manifest.deliveries(), manifest.folded(), manifest.tally(), manifest.origin(),
                FoldedRanges.EMPTY.with(List.of(range)), manifest.landed());
    }

    @Test
    void objectsDistinct() {
        Delivery open = next.deliveries().getFirst();
        assertViolated("objects-distinct", current, with(next.segments(), next.pending(), List.of(open, open)));
    }

    @Test
    void referencesListed() {
        assertViolated("references-listed", current, with(SegmentTable.EMPTY, next.pending(), next.deliveries()));
        assertViolated("references-listed", current,
                with(SegmentTable.EMPTY, pending("a", all(next.pending(), next.deliveries())), List.of()));
        InvariantViolation inEveryRun = assertThrows(InvariantViolation.class, () -> ManifestInvariants.check(current,
                with(SegmentTable.EMPTY, next.pending(), next.deliveries())));
        assertEquals("references-listed", inEveryRun.invariant());
    }

    @Test
    void chunkInOnePlace() {
        List<ChunkRef> chunks = all(next.pending(), next.deliveries());
        ChunkRef first = chunks.getFirst();
        List<ChunkRef> twice = new ArrayList<>(chunks.subList(0, chunks.size() - 1));
        twice.add(first);
        assertViolated("chunk-in-one-place", current, with(next.segments(), pending("a", twice), List.of()));
        List<ChunkRef> overlapping = new ArrayList<>(chunks.subList(0, chunks.size() - 1));
        overlapping.add(
                new ChunkRef(first.segment(), first.offset() + 1, 3, first.form(), first.records(), 1, NOON, 0, NOON));
        assertViolated("chunk-in-one-place", current, with(next.segments(), pending("a", overlapping), List.of()));
    }

    @Test
    void chunkKept() {
        List<ChunkRef> chunks = all(next.pending(), next.deliveries());
        assertViolated("chunk-kept", current, with(next.segments(), pending("c", chunks), List.of()));
    }

    @Test
    void chunkMovesForward() {
        Manifest pendingAgain = new Manifest(next.version() + 1, 2, next.segments(),
                pending("b", all(next.pending(), next.deliveries())), List.of(), next.folded(), next.tally());
        assertViolated("chunk-moves-forward", next, pendingAgain);
        Delivery open = next.deliveries().getFirst();
        Delivery renamed = Delivery.untried(new ObjectKey("other"), partition("a"), open.chunks());
        Manifest elsewhere = new Manifest(next.version() + 1, 2, next.segments(), next.pending(), List.of(renamed),
                next.folded(), next.tally());
        assertViolated("chunk-moves-forward", next, elsewhere);
    }

    @Test
    void onlyWhatWasGivenUpMovesToTheErrorOutput() {
        Delivery open = next.deliveries().getFirst();
        Manifest moved = following(open.wrapped(new ObjectKey("errors/x"), Wrapping.DELIVERY_REFUSED));
        assertViolated("chunk-moves-forward", next, moved);
        Manifest givenUp = new Manifest(next.version(), 2, next.segments(), next.pending(),
                List.of(open.failing(DeliveryOutcome.REFUSED, NOON).givenUp(NOON)), next.folded(), next.tally());
        ManifestInvariants.checkAll(givenUp, moved);
    }

    @Test
    void deliveryFixed() {
        Delivery open = next.deliveries().getFirst();
        Delivery changed = Delivery.untried(open.key(), partition("a"), open.chunks().reversed());
        assertViolated("delivery-fixed", next, following(changed));
        Delivery otherKind = new Delivery(open.key(), Partition.Kind.ERRORS, open.format(),
                open.chunks(), open.rejects(), open.wrapping(), open.failure());
        assertViolated("delivery-fixed", next, following(otherKind));
        ManifestInvariants.checkAll(next, following(open.failing(DeliveryOutcome.REFUSED, NOON)));
    }

    @Test
    void batchFoldedOnce() {
        Manifest forgetful = new Manifest(next.version(), 2, next.segments(), next.pending(), next.deliveries(),
                FoldedBatches.EMPTY, next.tally());
        Manifest again = plan(forgetful, batch("one", NOON, "b")).next();
        assertViolated("batch-folded-once", forgetful, again);
        Plan repeated = plan(new Manifest(1, 2, SegmentTable.EMPTY, PendingTable.EMPTY, List.of(), FoldedBatches.EMPTY,
                StreamTally.ZERO), batch("one", NOON, "b"));
        Manifest knows = new Manifest(1, 2, SegmentTable.EMPTY, PendingTable.EMPTY, List.of(), current.folded(),
                StreamTally.ZERO);
        assertViolated("batch-folded-once", knows, repeated.next());
    }

    @Test
    void foldedRemembered() {
        assertViolated("folded-remembered", current, new Manifest(next.version(), 2, next.segments(), next.pending(),
                next.deliveries(), current.folded(), next.tally()));
    }

    @Test
    void segmentNumberFixed() {
        SegmentTable.Builder others = new SegmentTable.Builder(SegmentTable.EMPTY);
        for (String name : List.of("three", "four")) {
            others.liveMarker()
                    .accept(others.add(new SegmentId(BatchId.of(List.of(name)), 1, 2)));
        }
        assertViolated("segment-number-fixed", current, with(others.build(), next.pending(), next.deliveries()));
        Manifest later = new Manifest(current.version(), 2, emptyFrom(9), PendingTable.EMPTY, List.of(),
                FoldedBatches.EMPTY, StreamTally.ZERO);
        assertViolated("segment-number-fixed", later, next);
    }

    @Test
    void segmentsReferred() {
        Manifest unreferred = new Manifest(current.version() + 1, 2, next.segments(), current.pending(), List.of(),
                next.folded(), current.tally());
        assertViolated("segments-referred", current, unreferred);
    }

    @Test
    void partitionsOrdered() {
        PendingTable.Builder wrong = new PendingTable.Builder();
        List<ChunkRef> chunks = all(next.pending(), next.deliveries());
        wrong.add(new PendingPartition(partition("b"), chunks.subList(0, 1)));
        wrong.add(new PendingPartition(partition("a"), chunks.subList(1, chunks.size())));
        assertViolated("partitions-ordered", current, with(next.segments(), wrong.build(), List.of()));
        PendingTable.Builder empty = new PendingTable.Builder();
        empty.add(new PendingPartition(partition("a"), chunks.stream().sorted(ChunkRef.ORDER).toList()));
        empty.add(new PendingPartition(partition("b"), List.of()));
        assertViolated("partitions-ordered", current, with(next.segments(), empty.build(), List.of()));
    }

    @Test
    void chunksOldestFirst() {
        List<ChunkRef> chunks = all(next.pending(), next.deliveries()).stream().sorted(ChunkRef.ORDER.reversed())
                .toList();
        PendingTable.Builder wrong = new PendingTable.Builder();
        wrong.add(new PendingPartition(partition("a"), chunks));
        assertViolated("chunks-oldest-first", current, with(next.segments(), wrong.build(), List.of()));
    }

    @Test
    void aSegmentTableKnowsItsSize() {
        assertEquals(2, next.segments().size());
    }

    private static void assertViolated(String invariant, Manifest current, Manifest next) {
        InvariantViolation violation = assertThrows(InvariantViolation.class,
                () -> ManifestInvariants.checkAll(current, next));
        assertEquals(invariant, violation.invariant(), violation.getMessage());
        assertTrue(String.valueOf(violation.getMessage()).contains("docs/internals/INVARIANTS.md"),
                violation.getMessage());
    }

    private Manifest with(long version, int shardCount, StreamTally tally) {
        return new Manifest(version, shardCount, next.segments(), next.pending(), next.deliveries(), next.folded(),
                tally);
    }

    private Manifest with(SegmentTable segments, PendingTable pending, List<Delivery> deliveries) {
        long records = pending.totals().records() + deliveries.stream().mapToLong(Delivery::records).sum();
        return new Manifest(next.version(), 2, segments, pending, deliveries, next.folded(),
                new StreamTally(records, 0, 0, 0, 0));
    }

    private Manifest following(Delivery delivery) {
        return new Manifest(next.version() + 1, 2, next.segments(), next.pending(), List.of(delivery), next.folded(),
                next.tally());
    }

    private static PendingTable pending(String partition, List<ChunkRef> chunks) {
        PendingTable.Builder pending = new PendingTable.Builder();
        pending.add(new PendingPartition(partition(partition), chunks.stream().sorted(ChunkRef.ORDER).toList()));
        return pending.build();
    }

    private static List<ChunkRef> all(PendingTable pending, List<Delivery> deliveries) {
        List<ChunkRef> all = new ArrayList<>();
        deliveries.forEach(delivery -> all.addAll(delivery.chunks()));
        pending.forEach(partition -> all.addAll(partition.chunks()));
        return all;
    }

    private static SegmentTable emptyFrom(long number) {
        SegmentTable.Builder builder = new SegmentTable.Builder(SegmentTable.EMPTY);
        for (long i = 0; i < number; i++) {
            builder.add(new SegmentId(BatchId.of(List.of("gone " + i)), 1, 2));
        }
        return builder.build();
    }
}
