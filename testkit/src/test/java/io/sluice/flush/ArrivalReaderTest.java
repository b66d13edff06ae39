package io.sluice.flush;

import io.sluice.flush.ArrivalReader.Reading;
import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry.DirectoryAt;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.ArrivedBatches;
import io.sluice.manifest.FoldedBatches;
import io.sluice.objects.Body;
import io.sluice.segment.BatchId;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Workers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;

/// What one reading of the index covers: batches are forgotten only after one that covered it all.
final class ArrivalReaderTest {
    private static final Directory EMPTY = Directory.of(List.of(), 0);

    private static final DirectoryAt.Tail TAIL = new DirectoryAt.Tail(0, EMPTY.encode().length);

    private final MemoryIndex index = new MemoryIndex(2);
    private final MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));

    @Test
    void fourPagesOfAShardAreReadAtOnce() {
        for (int i = 0; i < 8; i++) {
            put(i, new DirectoryAt.Inline(EMPTY));
        }
        assertEquals(ArrivedBatches.Coverage.ALL, read(1_000).arrivals().coverage());
        put(8, new DirectoryAt.Inline(EMPTY));
        Reading reading = read(1_000);
        assertEquals(8, reading.arrivals().batches().size());
        assertEquals(ArrivedBatches.Coverage.OLDEST, reading.arrivals().coverage());
    }

    /// As many shards as pages that are held: more would be held however small the function is.
    @Test
    void ofManyShardsOnePageOfEachIsReadAtOnce() {
        for (int i = 0; i < 3; i++) {
            put(i, new DirectoryAt.Inline(EMPTY));
        }
        Reading reading = read(64, 1_000);
        assertEquals(2, reading.arrivals().batches().size());
        assertEquals(ArrivedBatches.Coverage.OLDEST, reading.arrivals().coverage());
    }

    @Test
    void directoriesFitUpToTheirBoundAndOneAlwaysDoes() {
        for (int i = 0; i < 3; i++) {
            put(i, TAIL);
            stage(i);
        }
        long weight = 4L * TAIL.length();
        assertEquals(3, batches(read(3 * weight)), "a directory in a segment weighs four times its compressed length");
        assertEquals(2, batches(read(3 * weight - 1)));
        assertEquals(2, batches(read(2 * weight)));
        assertEquals(1, batches(read(2 * weight - 1)));
        assertEquals(1, batches(read(1)));
        assertEquals(ArrivedBatches.Coverage.ALL, read(3 * weight).arrivals().coverage());
        assertEquals(ArrivedBatches.Coverage.OLDEST, read(3 * weight - 1).arrivals().coverage());
    }

    /// Else the oldest would take up the bound in every run, and all that is younger would wait with them.
    @Test
    void batchesThatCannotBeReadTakeNothingOfTheBound() {
        for (int i = 0; i < 3; i++) {
            put(i, TAIL);
        }
        stage(2);
        Reading reading = read(1);
        assertEquals(1, batches(reading));
        assertEquals(2, reading.unreadable().size());
    }

    /// Else the watermark would pass it, and a recovery take it for folded: seed 5,138 of the worlds with losses.
    @Test
    void aBatchWhoseDirectoryCannotBeReadIsNotCovered() {
        put(0, TAIL);
        put(1, TAIL);
        stage(1);
        assertEquals(ArrivedBatches.Coverage.ALL_BUT_DAMAGED, read(1_000).arrivals().coverage());
        stage(0);
        assertEquals(ArrivedBatches.Coverage.ALL, read(1_000).arrivals().coverage());
    }

    private static int batches(Reading reading) {
        return reading.arrivals().batches().size();
    }

    private void stage(int number) {
        staging.put(new SegmentId(BatchId.of(List.of("batch " + number)), 1, 2).key("quakes"),
                Body.of(EMPTY.encode()));
    }

    private Reading read(long directoryBytesMax) {
        return read(1, directoryBytesMax);
    }

    private Reading read(int shards, long directoryBytesMax) {
        return new ArrivalReader(new Buffer("quakes", staging, index), Workers.sequential(), directoryBytesMax)
                .read(shards, FoldedBatches.EMPTY);
    }

    private void put(int number, DirectoryAt directory) {
        BatchId batch = BatchId.of(List.of("batch " + number));
        index.put(new IndexEntry(new EntryKey(new Shard(0), number, batch), new SegmentId(batch, 1, 2), 1, 0,
                directory));
    }
}
