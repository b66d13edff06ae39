package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.flush.ArrivalReader.Reading;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.IndexEntry.DirectoryAt;
import io.sluice.index.MemoryIndex;
import io.sluice.index.Shard;
import io.sluice.manifest.Arrivals;
import io.sluice.manifest.FoldedBatches;
import io.sluice.objects.MemoryObjectStore;
import io.sluice.segment.BatchId;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import io.sluice.work.Workers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What one reading of the index covers: batches are forgotten only after one that covered it all.
final class ArrivalReaderTest {
    private static final Directory EMPTY = Directory.of(List.of());

    private final MemoryIndex index = new MemoryIndex(2);

    @Test
    void fourPagesOfAShardAreReadAtOnce() {
        for (int i = 0; i < 8; i++) {
            put(i, new DirectoryAt.Inline(EMPTY));
        }
        assertEquals(Arrivals.Coverage.ALL, read(1_000).arrivals().coverage());
        put(8, new DirectoryAt.Inline(EMPTY));
        Reading reading = read(1_000);
        assertEquals(8, reading.arrivals().batches().size());
        assertEquals(Arrivals.Coverage.OLDEST, reading.arrivals().coverage());
    }

    @Test
    void directoriesFitUpToTheirBoundAndOneAlwaysDoes() {
        for (int i = 0; i < 3; i++) {
            put(i, new DirectoryAt.Tail(0, 10));
        }
        assertEquals(3, looked(read(120)), "a directory in a segment weighs four times its compressed length");
        assertEquals(2, looked(read(119)));
        assertEquals(2, looked(read(80)));
        assertEquals(1, looked(read(79)));
        assertEquals(1, looked(read(1)));
        assertEquals(Arrivals.Coverage.ALL, read(120).arrivals().coverage());
        assertEquals(Arrivals.Coverage.OLDEST, read(119).arrivals().coverage());
    }

    /// Entries whose directories were looked for; their segments are not there.
    private static int looked(Reading reading) {
        return reading.unreadable().size();
    }

    private Reading read(long directoryBytesMax) {
        return new ArrivalReader("quakes", index, new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH)),
                Workers.sequential(), directoryBytesMax).read(1, FoldedBatches.EMPTY);
    }

    private void put(int number, DirectoryAt directory) {
        BatchId batch = BatchId.of(List.of("batch " + number));
        index.put(new IndexEntry(new EntryKey(new Shard(0), number, batch), new SegmentId(batch, 1, 2), 1, 0,
                directory));
    }
}
