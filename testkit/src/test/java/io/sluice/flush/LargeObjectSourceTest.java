package io.sluice.flush;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.index.Buffer;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// The chunks of an object that does not fit in memory.
final class LargeObjectSourceTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private final Manifest manifest;
    private final List<ChunkRef> chunks;
    private final long room;
    private final List<List<ChunkRef>> reads = Collections.synchronizedList(new ArrayList<>());
    private ObjectStore staging = buffer.staging;
    private final Workers workers = new VirtualThreadWorkers(4);

    LargeObjectSourceTest() {
        for (int i = 0; i < 6; i++) {
            buffer.ingest(buffer.batch("batch " + i, "a:" + i));
        }
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        manifest = Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest()));
        chunks = manifest.pending().iterator().next().chunks();
        room = 4L * chunks.getFirst().length();
    }

    private ObjectKey segmentOf(int chunk) {
        return manifest.segments().id(chunks.get(chunk).segment()).key("quakes");
    }

    private LargeObjectSource source(Workers by, long bytesMax, Runnable beforeRead) {
        Delivery delivery = new Delivery(new ObjectKey("object"), Partition.Kind.DATA, Compression.GZIP, chunks,
                Wrapping.NONE, new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0));
        return new LargeObjectSource(delivery, manifest.segments(), bytesMax, by, range -> {
            reads.add(List.copyOf(range));
            beforeRead.run();
            return StagedBytes.fetch(StagedRanges.ofChunks(range.stream()), manifest.segments(),
                    new SegmentReader(new Buffer("quakes", staging, new MemoryIndex(1))), by);
        });
    }

    private void readThrough(LargeObjectSource source) {
        assertEquals(List.of("a:0\n", "a:1\n", "a:2\n", "a:3\n", "a:4\n", "a:5\n"),
                chunks.stream().map(chunk -> new String(source.raw(chunk), UTF_8)).sorted().toList());
    }

    @Test
    void rangesAreHalfTheBoundAndEachIsReadOnce() {
        readThrough(source(workers, room, () -> {}));
        assertEquals(List.of(2, 2, 2), reads.stream().map(List::size).toList());
        assertEquals(6, reads.stream().flatMap(List::stream).distinct().count());
    }

    @Test
    void aChunkAboveHalfTheBoundIsARangeOfItsOwn() {
        readThrough(source(workers, 1, () -> {}));
        assertEquals(6, reads.size());
    }

    @Test
    void theNextRangeIsReadWhileOneIsUsed() {
        CountDownLatch two = new CountDownLatch(2);
        LargeObjectSource source = source(workers, room, two::countDown);
        source.open(chunks.getFirst());
        try {
            assertTrue(two.await(1, TimeUnit.MINUTES), "nobody asked for it yet");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        readThrough(source);
        assertEquals(3, reads.size());
    }

    @Test
    void oneAfterAnotherNothingIsReadBeforeItIsAskedFor() {
        LargeObjectSource source = source(Workers.sequential(), room, () -> {});
        source.open(chunks.getFirst());
        assertEquals(1, reads.size());
        readThrough(source);
        assertEquals(3, reads.size());
    }

    @Test
    void aReaderMayStartAgainAnywhere() {
        LargeObjectSource source = source(workers, room, () -> {});
        source.open(chunks.getFirst());
        source.open(chunks.get(3));
        readThrough(source);
        readThrough(source);
    }

    @Test
    void aRangeThatCannotBeReadFailsItsReaderAndIsReadAgain() {
        AtomicBoolean away = new AtomicBoolean(true);
        staging = new CountingObjectStore(buffer.staging, request -> {
            if (away.get() && request.contains(segmentOf(2).value())) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, request);
            }
        });
        LargeObjectSource source = source(workers, room, () -> {});
        source.open(chunks.getFirst());
        source.open(chunks.get(1));
        assertThrows(StoreException.class, () -> source.open(chunks.get(2)));
        assertThrows(StoreException.class, () -> source.open(chunks.get(2)));
        away.set(false);
        readThrough(source);
    }

    @Test
    void aChunkThatIsNotThereIsNamedAndRemembered() {
        buffer.staging.delete(List.of(segmentOf(2)));
        LargeObjectSource source = source(workers, room, () -> {});
        source.open(chunks.get(1));
        assertThrows(DamagedChunkException.class, () -> source.open(chunks.get(2)));
        assertEquals(chunks.get(2), source.met().orElseThrow().chunk());
        assertTrue(source.met().orElseThrow().describe("quakes").contains(segmentOf(2).value()));
        assertEquals(List.of(), source.damaged(chunks), "it knows none before it reads");
    }

    @Test
    void aChunkOfAnotherDeliveryIsRefused() {
        ChunkRef other = new ChunkRef(99, 0, 10, ChunkForm.READY, 1, 10, 0, 0, 0);
        assertThrows(IllegalArgumentException.class, () -> source(workers, room, () -> {}).open(other));
    }
}
