package io.sluice.manifest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.position.SequenceRange;
import io.sluice.segment.BatchId;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FoldedBatchesTest {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long NOON = Duration.ofDays(20_000).toMillis();
    private static final Duration KEEP = Duration.ofHours(2);
    /// Ten old ids stay, a hundred of all; two slots at once.
    private static final SealingLimits LIMITS = new SealingLimits(Duration.ofMinutes(20), 10, 100, 2, 3, 50, 1);

    @Test
    void aBatchIsFoundAmongOthersOfItsTimeAndNoOther() {
        List<IndexEntry> entries = entries(0, 200, NOON, 3 * MINUTE);
        FoldedBatches folded = FoldedBatches.EMPTY;
        for (IndexEntry entry : entries) {
            folded = folded.with(List.of(entry), NOON);
        }
        assertEquals(200, folded.held());
        for (IndexEntry entry : entries) {
            assertTrue(folded.holds(entry.key()) && folded.holds(entry.batch()), entry.key().sortKey());
        }
        for (IndexEntry other : entries(1_000, 200, NOON, 3 * MINUTE)) {
            assertFalse(folded.holds(other.key()) || folded.holds(other.batch()));
        }
        assertEquals(folded.size(), folded.with(entries, NOON).size(), "a set");
    }

    @Test
    void slotsAreForgottenWhenTheLastOfThemWasFoldedLongEnoughAgo() {
        IndexEntry first = entry(1, NOON);
        IndexEntry second = entry(2, NOON + MINUTE);
        FoldedBatches folded = FoldedBatches.EMPTY.with(List.of(first), NOON).with(List.of(second), NOON + 5 * MINUTE);
        long last = NOON + 5 * MINUTE + KEEP.toMillis();
        assertEquals(2, folded.without(KEEP, last, List.of()).size());
        assertEquals(0, folded.without(KEEP, last + 1, List.of()).size());
        FoldedBatches present = folded.without(KEEP, last + 1, List.of(second));
        assertEquals(1, present.size());
        assertTrue(present.holds(second.key()), "its entry is still there");
        assertEquals(1, present.without(KEEP, last + KEEP.toMillis() + 1, List.of()).size());
        assertEquals(0, present.without(KEEP, last + KEEP.toMillis() + 2, List.of()).size());
    }

    @Test
    void batchesThatPositionsKnowAreForgottenWithTheirEntries() {
        IndexEntry gone = numbered(1, NOON);
        IndexEntry there = numbered(2, NOON);
        FoldedBatches folded = FoldedBatches.EMPTY.with(List.of(gone, there, entry(3, NOON)), NOON);
        assertEquals(3, decoded(folded).size());
        FoldedBatches next = decoded(folded).without(KEEP, NOON + MINUTE, List.of(there));
        assertEquals(2, next.size());
        assertTrue(next.holds(there.key()) && !next.holds(gone.key()));
        assertEquals(1, next.without(KEEP, NOON + 2 * MINUTE, List.of()).size());
    }

    @Test
    void whatIsOldLeavesWhenItIsWorthAnObjectTheLargestFirst() {
        FoldedBatches folded = FoldedBatches.EMPTY.with(entries(0, 6, NOON, 0), NOON)
                .with(entries(10, 4, NOON + 10 * MINUTE, 0), NOON).with(entries(20, 9, NOON + 20 * MINUTE, 0), NOON);
        assertEquals(Map.of(), folded.due(LIMITS, NOON + 40 * MINUTE), "ten are old");
        assertEquals(Map.of(), folded.due(LIMITS, NOON + 50 * MINUTE - 1));
        Map<Long, FoldedSlot> due = folded.due(LIMITS, NOON + 50 * MINUTE);
        assertEquals(Set.of(slot(NOON), slot(NOON + 20 * MINUTE)), due.keySet(), "four may stay");
        FoldedBatches sealed = folded.sealing(due.entrySet().stream()
                .map(each -> SealedBatches.seal(each.getKey(), each.getValue(), NOON).name()).toList());
        assertEquals(4, sealed.held());
        assertEquals(19, sealed.size());
        assertEquals(1, sealed.sealed(slot(NOON)).size());
        assertEquals(List.of(), sealed.sealed(slot(NOON + 10 * MINUTE)));
        assertEquals(sealed.sealed(), decoded(sealed).sealed());
    }

    @Test
    void noCommitSealsMoreSlotsThanItsShare() {
        FoldedBatches folded = FoldedBatches.EMPTY.with(entries(0, 40, NOON, 10 * MINUTE), NOON);
        assertEquals(2, folded.due(LIMITS, NOON + 1_000 * MINUTE).size());
    }

    @Test
    void theYoungLeaveTooWhenThereAreTooMany() {
        FoldedBatches folded = FoldedBatches.EMPTY.with(entries(0, 100, NOON, 0), NOON);
        assertEquals(Map.of(), folded.due(LIMITS, NOON));
        FoldedBatches more = folded.with(entries(500, 1, NOON + 10 * MINUTE, 0), NOON);
        assertEquals(Set.of(slot(NOON)), more.due(LIMITS, NOON).keySet());
    }

    @Test
    void objectsAreForgottenWithTheLastOfTheirBatchesButNotAPresentOne() {
        List<IndexEntry> entries = entries(0, 20, NOON, 0);
        FoldedBatches folded = sealed(FoldedBatches.EMPTY.with(entries, NOON + MINUTE), NOON + 3 * MINUTE);
        assertEquals(0, folded.held());
        long last = NOON + MINUTE + KEEP.toMillis();
        assertEquals(20, folded.without(KEEP, last, List.of(entries.get(3))).size(), "the object tells of it");
        assertEquals(0, folded.without(KEEP, last + 1, List.of()).size());
        FoldedBatches present = folded.without(KEEP, last + 1, List.of(entries.get(3)));
        assertEquals(1, present.held());
        assertTrue(present.holds(entries.get(3).key()));
    }

    @Test
    void smallObjectsOfASlotAreJoinedWhenTheyAreMoreThanItMayHave() {
        FoldedBatches folded = FoldedBatches.EMPTY;
        for (int i = 0; i < 4; i++) {
            assertEquals(List.of(), folded.crowded(LIMITS));
            folded = sealed(folded.with(entries(100 * i, i == 0 ? 60 : 20, NOON, 0), NOON + i), NOON + i);
        }
        assertEquals(List.of(), folded.crowded(LIMITS), "one of the four is large");
        folded = sealed(folded.with(entries(900, 20, NOON, 0), NOON + 9), NOON + 9);
        List<SealedBatches> small = folded.crowded(LIMITS).getFirst();
        assertEquals(4, small.size());
        SealedBatches one = SealedBatches.seal(slot(NOON), new FoldedSlot(ids(0, 80), NOON + 9), NOON + 10).name();
        FoldedBatches joined = folded.joining(small, one);
        assertEquals(List.of(60, 80), joined.sealed(slot(NOON)).stream().map(SealedBatches::size).toList());
        assertEquals(140, joined.size());
    }

    @Test
    void anObjectIsReadBackAndAnyFlippedBitOfItIsNoticed() {
        SealedBatches.Content content = SealedBatches.seal(slot(NOON), new FoldedSlot(ids(0, 50), NOON), NOON + 7);
        FoldedSlot read = content.name().open(content.bytes());
        assertEquals(50, read.ids().size());
        assertTrue(read.ids().contains(BatchId.of(List.of("batch 49"))));
        for (int bit = 0; bit < 8 * content.bytes().length; bit++) {
            byte[] damaged = content.bytes().clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(MalformedEncodingException.class, () -> content.name().open(damaged));
        }
        assertThrows(MalformedEncodingException.class, () -> content.name().open(new byte[0]));
        SealedBatches other = SealedBatches.seal(slot(NOON), new FoldedSlot(ids(0, 50), NOON), NOON + 8).name();
        assertThrows(MalformedEncodingException.class, () -> other.open(content.bytes()));
    }

    @Test
    void anObjectsKeyIsOfItsMinutesAndItsContentAndNeverThatOfAnEarlierOne() {
        FoldedSlot slot = new FoldedSlot(ids(0, 5), NOON);
        String key = SealedBatches.seal(slot(NOON), slot, NOON + 7).name().key("quakes").value();
        assertTrue(key.startsWith("folded/quakes/" + entry(1, NOON).key().sortKey().substring(0, 12) + "-"), key);
        assertEquals(key, SealedBatches.seal(slot(NOON), slot, NOON + 7).name().key("quakes").value());
        assertFalse(key.equals(SealedBatches.seal(slot(NOON), slot, NOON + 8).name().key("quakes").value()));
    }

    @Test
    void setsOfIdsAreJoinedWithoutRepeats() {
        assertEquals(70, ids(0, 50).and(ids(20, 50)).size());
        assertEquals(50, ids(0, 50).and(ids(0, 50)).size());
        assertEquals(5, ids(0, 5).and(BatchIds.NONE).size());
        assertEquals(5, BatchIds.NONE.and(ids(0, 5)).size());
        BatchIds all = ids(0, 300).and(ids(300, 300));
        for (int i = 0; i < 600; i++) {
            assertTrue(all.contains(BatchId.of(List.of("batch " + i))), "batch " + i);
        }
        ByteWriter joined = new ByteWriter(16);
        all.encode(joined);
        ByteWriter atOnce = new ByteWriter(16);
        ids(0, 600).encode(atOnce);
        assertArrayEquals(atOnce.toBytes(), joined.toBytes());
    }

    private static FoldedBatches sealed(FoldedBatches folded, long now) {
        SealingLimits all = new SealingLimits(Duration.ZERO, 0, 0, 1_000, 1_000, 1, 1);
        return folded.sealing(folded.due(all, now).entrySet().stream()
                .map(each -> SealedBatches.seal(each.getKey(), each.getValue(), now).name()).toList());
    }

    private static FoldedBatches decoded(FoldedBatches folded) {
        ByteWriter out = new ByteWriter(16);
        folded.encode(out);
        return FoldedBatches.decode(new ByteReader(out.toBytes()));
    }

    private static long slot(long arrival) {
        return FoldedBatches.slot(entry(0, arrival).key());
    }

    private static BatchIds ids(int from, int size) {
        return BatchIds.of(entries(from, size, NOON, 0).stream().map(IndexEntry::batch).toList());
    }

    private static List<IndexEntry> entries(int from, int size, long arrival, long apart) {
        return new ArrayList<>(
                IntStream.range(0, size).mapToObj(i -> entry(from + i, arrival + i * apart)).toList());
    }

    private static IndexEntry entry(int number, long arrival) {
        return entry(number, arrival, Optional.empty());
    }

    private static IndexEntry numbered(int number, long arrival) {
        return entry(number, arrival,
                Optional.of(SequenceRange.parse("arn:stream/shard-0", number + "", number + 1 + "", number + 1 + "")));
    }

    private static IndexEntry entry(int number, long arrival, Optional<SequenceRange> range) {
        BatchId batch = BatchId.of(List.of("batch " + number));
        return new IndexEntry(new EntryKey(new Shard(0), arrival, batch), new SegmentId(batch, 1, 2), 1, 0,
                new IndexEntry.DirectoryAt.Inline(Directory.of(List.of(), 0)), range);
    }
}
