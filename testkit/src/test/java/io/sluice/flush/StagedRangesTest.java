package io.sluice.flush;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.index.Buffer;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.manifest.SegmentTable;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class StagedRangesTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    @Test
    void neighboursAreOneRangeWhateverTheOrderTheyAreWantedIn() {
        assertEquals(List.of(range(1, 0, 30)),
                StagedRanges.of(List.of(delivery(chunk(1, 20, 10)), delivery(chunk(1, 0, 10), chunk(1, 10, 10)))));
    }

    @Test
    void aSmallGapIsReadOverAndALargeOneIsNot() {
        int end = 10 + 128 * KIB;
        assertEquals(List.of(range(1, 0, end + 10)),
                StagedRanges.of(List.of(delivery(chunk(1, 0, 10), chunk(1, end, 10)))));
        assertEquals(List.of(range(1, 0, 10), range(1, end + 1, 10)),
                StagedRanges.of(List.of(delivery(chunk(1, 0, 10), chunk(1, end + 1, 10)))));
    }

    @Test
    void aRangeIsNoLongerThanItsBoundUnlessAChunkIs() {
        assertEquals(List.of(range(1, 5, 8 * MIB)),
                StagedRanges.of(List.of(delivery(chunk(1, 5, 4 * MIB), chunk(1, 5 + 4 * MIB, 4 * MIB)))));
        assertEquals(List.of(range(1, 5, 4 * MIB), range(1, 5 + 4 * MIB, 4 * MIB + 1)),
                StagedRanges.of(List.of(delivery(chunk(1, 5, 4 * MIB), chunk(1, 5 + 4 * MIB, 4 * MIB + 1)))));
        assertEquals(List.of(range(1, 0, 9 * MIB)), StagedRanges.of(List.of(delivery(chunk(1, 0, 9 * MIB)))));
    }

    @Test
    void segmentsAreApartAndEmptyChunksAreNotRead() {
        assertEquals(List.of(range(1, 0, 10), range(2, 0, 10)), StagedRanges.of(
                List.of(delivery(chunk(2, 0, 10), chunk(1, 0, 10), chunk(3, 0, 0), chunk(1, 10, 0)))));
    }

    @Test
    void bytesThatWereNotFetchedAreNeverMadeUp() {
        SegmentReader empty = new SegmentReader(new Buffer("quakes",
                new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH)), new MemoryIndex(1)));
        StagedBytes nothing = StagedBytes.fetch(List.of(), SegmentTable.EMPTY, empty, Workers.sequential());
        assertThrows(IllegalArgumentException.class, () -> nothing.open(chunk(1, 0, 10), Compression.GZIP));
        assertEquals(0, nothing.open(chunk(1, 0, 0), Compression.GZIP).length());
    }

    @Test
    void aChunkThatReachesBeyondWhatWasFetchedIsReadByItself() throws IOException {
        BufferInMemory buffer = new BufferInMemory();
        buffer.ingest(buffer.batch("one", "a:12345678"));
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        Manifest manifest = Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest()));
        ChunkRef whole = manifest.pending().iterator().next().chunks().getFirst();
        StagedBytes fetched = StagedBytes.fetch(List.of(range(whole.segment(), 4, 4)), manifest.segments(),
                new SegmentReader(new Buffer("quakes", buffer.staging, buffer.index)), Workers.sequential());
        assertArrayEquals("a:12345678\n".getBytes(UTF_8), fetched.open(whole, Compression.GZIP).raw());
        assertThrows(DamagedChunkException.class,
                () -> fetched.open(chunk(whole.segment(), 1, whole.length() - 1), Compression.GZIP));
    }

    private static StagedRanges.Range range(long segment, long offset, int length) {
        return new StagedRanges.Range(segment, new ByteRange(offset, length));
    }

    private static ChunkRef chunk(long segment, long offset, int length) {
        return new ChunkRef(segment, offset, length, ChunkForm.READY, 1, length, 0, 0, 0);
    }

    private static Delivery delivery(ChunkRef... chunks) {
        return new Delivery(new ObjectKey("object"), Partition.Kind.DATA, Compression.GZIP, Arrays.asList(chunks),
                Wrapping.NONE, new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0));
    }
}
