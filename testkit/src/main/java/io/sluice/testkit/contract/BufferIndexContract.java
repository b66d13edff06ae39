package io.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.buffers.BufferNumber;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.Shard;
import io.sluice.layout.BoundPrefix;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.segment.BatchId;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import io.sluice.segment.StagedSegment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The contract of every [BufferIndex]. Each test asks for an index of its own.
public abstract class BufferIndexContract {
    private static final Shard SHARD = new Shard(3);
    private static final NumberedSource SOURCE = NumberedSource
            .ofKinesis("arn:aws:kinesis:us-east-1:123456789012:stream/quakes", "shardId-000000000000");
    private static final NumberedSource OTHER = NumberedSource
            .ofKinesis("arn:aws:kinesis:us-east-1:123456789012:stream/quakes", "shardId-000000000001");

    /// A new, empty index.
    protected abstract BufferIndex index();

    /// The name of the stream that [#index] is of.
    protected abstract String stream();

    /// The index of another buffer of that stream, new and empty but for the stream's receipts.
    protected abstract BufferIndex another(BufferIndex index, String buffer);

    private static RecordName name(int number) {
        return RecordName.of("queue", "m" + number, new byte[0]);
    }

    private Receipts receipts(IndexEntry entry, int... numbers) {
        return receipts(new StagedSegment(stream(), entry.segment()), numbers);
    }

    private static Receipts receipts(StagedSegment segment, int... numbers) {
        return new Receipts(segment, IntStream.of(numbers).mapToObj(BufferIndexContract::name).toList(),
                Instant.parse("2030-01-01T00:00:00Z"));
    }

    private StagedSegment staged(IndexEntry entry) {
        return receipts(entry, 0).segment();
    }

    @Test
    void receiptsAreTheStreamsInEachOfItsBuffers() {
        BufferIndex first = index();
        String lane = new BufferNumber(63).buffer(stream());
        BufferIndex other = another(first, lane);
        IndexEntry entry = entry(1_000, "a");
        StagedSegment inFirst = staged(entry);
        StagedSegment inOther = new StagedSegment(lane, entry.segment());
        assertEquals(BufferIndex.Claim.CLAIMED, first.put(entry, receipts(inFirst, 1)));
        assertEquals(BufferIndex.Claim.CONFLICT, other.put(entry, receipts(inOther, 2, 1)));
        assertEquals(BufferIndex.Claim.CLAIMED, other.put(entry, receipts(inOther, 2, 3)));
        assertEquals(BufferIndex.Claim.CONFLICT, first.put(entry, receipts(inFirst, 3, 4)));
        for (BufferIndex index : List.of(first, other)) {
            assertEquals(Map.of(name(1), inFirst, name(2), inOther, name(3), inOther),
                    index.receipts(List.of(name(1), name(2), name(3), name(4))));
            assertEquals(List.of(entry.key()), keys(index));
        }
        other.put(receipts(inOther, 1));
        first.put(receipts(inFirst, 2));
        assertEquals(Map.of(name(1), inOther, name(2), inFirst), first.receipts(List.of(name(1), name(2))));
    }

    @Test
    void anEntryAndItsReceiptsAreWrittenTogether() {
        BufferIndex index = index();
        IndexEntry entry = entry(1_000, "a");
        assertEquals(Map.of(), index.receipts(List.of(name(1), name(2))));
        assertEquals(BufferIndex.Claim.CLAIMED, index.put(entry, receipts(entry, 1, 2)));
        assertEquals(List.of(entry.key()), keys(index));
        assertEquals(Map.of(name(1), staged(entry), name(2), staged(entry)),
                index.receipts(List.of(name(1), name(2), name(3))));
    }

    @Test
    void neitherIsWrittenWhereOneRecordHasAReceipt() {
        BufferIndex index = index();
        IndexEntry first = entry(1_000, "a");
        IndexEntry second = entry(2_000, "b");
        index.put(first, receipts(first, 1));
        assertEquals(BufferIndex.Claim.CONFLICT, index.put(second, receipts(second, 2, 1, 3)));
        assertEquals(List.of(first.key()), keys(index));
        assertEquals(Map.of(name(1), staged(first)), index.receipts(List.of(name(1), name(2), name(3))));
    }

    @Test
    void asManyReceiptsAsATransactionTakesAreWrittenAndReadAtOnce() {
        BufferIndex index = index();
        IndexEntry entry = entry(1_000, "a");
        Receipts all = receipts(entry, IntStream.range(0, Receipts.NAMES_MAX).toArray());
        assertEquals(BufferIndex.Claim.CLAIMED, index.put(entry, all));
        assertEquals(Receipts.NAMES_MAX, index.receipts(all.names()).size());
    }

    @Test
    void ofRacingClaimsThatShareARecordOneWins() throws Exception {
        BufferIndex index = index();
        List<Callable<Boolean>> claims = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            IndexEntry entry = entry(1_000 + i, "batch " + i);
            Receipts receipts = receipts(entry, 0, 10 + i);
            claims.add(() -> {
                try {
                    return index.put(entry, receipts) == BufferIndex.Claim.CLAIMED;
                } catch (StoreException e) {
                    return false;
                }
            });
        }
        int won = 0;
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var claim : threads.invokeAll(claims)) {
                won += claim.get() ? 1 : 0;
            }
        }
        assertTrue(won <= 1, won + " won");
        assertEquals(won, keys(index).size());
        assertEquals(2 * won, index.receipts(IntStream.range(0, 14).mapToObj(BufferIndexContract::name).toList())
                .size());
    }

    @Test
    void aRecoveryWritesReceiptsInPlaceOfOthers() {
        BufferIndex index = index();
        IndexEntry first = entry(1_000, "a");
        IndexEntry second = entry(2_000, "b");
        index.put(receipts(first, IntStream.range(0, 60).toArray()));
        index.put(receipts(second, 59, 60));
        assertEquals(Map.of(name(58), staged(first), name(59), staged(second), name(60), staged(second)),
                index.receipts(List.of(name(58), name(59), name(60))));
        assertEquals(List.of(), keys(index));
    }

    @Test
    void givesEntriesBackOldestFirst() {
        BufferIndex index = index();
        IndexEntry late = entry(2_000, "late");
        IndexEntry early = entry(1_000, "early");
        index.put(late);
        index.put(early);
        assertEquals(List.of(early.key(), late.key()), keys(index));
    }

    @Test
    void anEntryComesBackAsItWasPut() {
        BufferIndex index = index();
        IndexEntry inline = entry(1_000, "a");
        index.put(inline);
        IndexEntry read = index.read(SHARD, Optional.empty()).entries().getFirst();
        assertEquals(inline.segment(), read.segment());
        assertEquals(inline.records(), read.records());
        assertEquals(inline.dropped(), read.dropped());
        List<Chunk> chunks = new ArrayList<>();
        ((IndexEntry.DirectoryAt.Inline) read.directory()).directory().forEach(chunks::add);
        assertEquals(List.of(chunk()), chunks);
    }

    @Test
    void aRetriedPutLandsOnTheSameItem() {
        BufferIndex index = index();
        index.put(entry(1_000, "a"));
        index.put(entry(1_000, "a"));
        assertEquals(1, keys(index).size());
    }

    @Test
    void shardsAreApart() {
        BufferIndex index = index();
        index.put(entry(1_000, "a"));
        assertTrue(index.read(new Shard(4), Optional.empty()).entries().isEmpty());
    }

    @Test
    void givesEveryEntryOverPages() {
        BufferIndex index = index();
        for (int i = 0; i < 60; i++) {
            index.put(entry(i, "batch " + i));
        }
        assertEquals(60, keys(index).size());
        index.delete(keys(index).subList(0, 59));
        assertEquals(1, keys(index).size());
    }

    @Test
    void deletingWhatIsNotThereDoesNotMatter() {
        index().delete(List.of(entry(1_000, "a").key()));
    }

    @Test
    void theNumberOfShardsInUseNeverFalls() {
        BufferIndex index = index();
        assertEquals(1, index.shardsUsed());
        index.useShards(8);
        index.useShards(4);
        assertEquals(8, index.shardsUsed());
        index.useShards(16);
        assertEquals(16, index.shardsUsed());
        assertTrue(index.state().isEmpty(), "the state is apart");
    }

    @Test
    void theStateMovesOnlyFromWhatIsExpected() {
        BufferIndex index = index();
        FlushState one = new FlushState(1, new ObjectKey("manifests/one"));
        FlushState two = new FlushState(2, new ObjectKey("manifests/two"));
        assertTrue(index.state().isEmpty());
        assertEquals(BufferIndex.Commit.CONFLICT, index.commit(Optional.of(one), two));
        assertEquals(BufferIndex.Commit.COMMITTED, index.commit(Optional.empty(), one));
        assertEquals(BufferIndex.Commit.CONFLICT, index.commit(Optional.empty(), one));
        assertEquals(BufferIndex.Commit.COMMITTED, index.commit(Optional.of(one), two));
        assertEquals(BufferIndex.Commit.CONFLICT, index.commit(Optional.of(one), two));
        assertEquals(Optional.of(two), index.state());
    }

    @Test
    void ofRacingCommitsOneWins() throws Exception {
        BufferIndex index = index();
        List<Callable<BufferIndex.Commit>> racers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            FlushState mine = new FlushState(1, new ObjectKey("manifests/" + i));
            racers.add(() -> index.commit(Optional.empty(), mine));
        }
        int winners = 0;
        try (var executor = Executors.newFixedThreadPool(8)) {
            for (var result : executor.invokeAll(racers)) {
                winners += result.get() == BufferIndex.Commit.COMMITTED ? 1 : 0;
            }
        }
        assertEquals(1, winners);
    }

    @Test
    void anEntryAndItsPositionAreWrittenTogether() {
        BufferIndex index = index();
        assertEquals(Optional.empty(), index.position(SOURCE));
        assertEquals(BufferIndex.Advance.ADVANCED, advance(index, entry(1_000, "a"), Optional.empty(), 4));
        assertEquals(Optional.of(number(4)), index.position(SOURCE));
        assertEquals(1, keys(index).size());
        assertEquals(BufferIndex.Advance.ADVANCED, advance(index, entry(1_001, "b"), Optional.of(number(4)), 9));
        assertEquals(Optional.of(number(9)), index.position(SOURCE));
        assertEquals(2, keys(index).size());
    }

    @Test
    void neitherIsWrittenWhereThePositionIsAnotherThanExpected() {
        BufferIndex index = index();
        assertEquals(BufferIndex.Advance.CONFLICT, advance(index, entry(1_000, "a"), Optional.of(number(1)), 4));
        assertEquals(Optional.empty(), index.position(SOURCE));
        advance(index, entry(1_000, "a"), Optional.empty(), 4);
        assertEquals(BufferIndex.Advance.CONFLICT, advance(index, entry(1_001, "b"), Optional.empty(), 9));
        assertEquals(BufferIndex.Advance.CONFLICT, advance(index, entry(1_001, "b"), Optional.of(number(3)), 9));
        assertEquals(BufferIndex.Advance.CONFLICT, advance(index, entry(1_001, "b"), Optional.of(number(5)), 9));
        assertEquals(Optional.of(number(4)), index.position(SOURCE));
        assertEquals(List.of(entry(1_000, "a").key()), keys(index));
    }

    @Test
    void theSameAdvanceAgainIsAConflictThatReadingBackSettles() {
        BufferIndex index = index();
        advance(index, entry(1_000, "a"), Optional.empty(), 4);
        assertEquals(BufferIndex.Advance.CONFLICT, advance(index, entry(1_000, "a"), Optional.empty(), 4));
        assertEquals(Optional.of(number(4)), index.position(SOURCE), "our own");
        assertEquals(1, keys(index).size());
    }

    @Test
    void sourcesAreApartAndSoAreTheStreamsOtherItems() {
        BufferIndex index = index();
        advance(index, entry(1_000, "a"), Optional.empty(), 4);
        assertEquals(Optional.empty(), index.position(OTHER));
        assertEquals(BufferIndex.Advance.ADVANCED,
                index.put(entry(1_001, "b"), Optional.empty(), new Position(OTHER, number(2))));
        assertEquals(Optional.of(number(4)), index.position(SOURCE));
        assertEquals(Optional.empty(), index.state());
        assertEquals(1, index.shardsUsed());
    }

    @Test
    void aPositionIsMadeAgainOnlyWhereThereIsNone() {
        BufferIndex index = index();
        index.putIfAbsent(new Position(SOURCE, number(4)));
        index.putIfAbsent(new Position(SOURCE, number(9)));
        assertEquals(Optional.of(number(4)), index.position(SOURCE));
        assertEquals(Optional.empty(), index.position(OTHER));
        assertEquals(List.of(), keys(index));
        assertEquals(BufferIndex.Advance.ADVANCED, advance(index, entry(1_000, "a"), Optional.of(number(4)), 9));
    }

    @Test
    void ofRacingAdvancesOneWinsAndItsEntryAloneIsThere() throws Exception {
        BufferIndex index = index();
        List<Callable<BufferIndex.Advance>> racers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int last = 10 + i;
            racers.add(() -> {
                try {
                    return advance(index, entry(last, "batch " + last), Optional.empty(), last);
                } catch (StoreException e) {
                    assertEquals(StoreException.Kind.UNKNOWN, e.kind(), "a transaction that met another: " + e);
                    return BufferIndex.Advance.CONFLICT;
                }
            });
        }
        int winners = 0;
        try (var executor = Executors.newFixedThreadPool(8)) {
            for (var result : executor.invokeAll(racers)) {
                winners += result.get() == BufferIndex.Advance.ADVANCED ? 1 : 0;
            }
        }
        assertEquals(1, winners);
        List<EntryKey> keys = keys(index);
        assertEquals(1, keys.size());
        assertEquals(Optional.of(number(keys.getFirst().oldestArrival())), index.position(SOURCE));
    }

    private static BufferIndex.Advance advance(BufferIndex index, IndexEntry entry, Optional<SequenceNumber> expected,
            long last) {
        return index.put(entry, expected, new Position(SOURCE, number(last)));
    }

    /// As long as Kinesis's, which differ in their last digits.
    private static SequenceNumber number(long last) {
        return new SequenceNumber("495469866831355442865074579363216256757001924711567" + (10_000 + last));
    }

    private static List<EntryKey> keys(BufferIndex index) {
        List<EntryKey> keys = new ArrayList<>();
        Optional<EntryKey> after = Optional.empty();
        do {
            EntryPage page = index.read(SHARD, after);
            page.entries().forEach(entry -> keys.add(entry.key()));
            after = page.after();
        } while (after.isPresent());
        return keys;
    }

    private static Chunk chunk() {
        Partition partition = Partition.of(Partition.Kind.DATA, Compression.GZIP, new BoundPrefix("net=ü/"));
        return new Chunk(partition, 0, 10, ChunkForm.READY, 2, 30, 1_000);
    }

    private static IndexEntry entry(long oldestArrival, String name) {
        BatchId batch = BatchId.of(List.of(name));
        return new IndexEntry(new EntryKey(SHARD, oldestArrival, batch), new SegmentId(batch, 5, -6), 2, 1,
                new IndexEntry.DirectoryAt.Inline(Directory.of(List.of(chunk()), 0)));
    }
}
