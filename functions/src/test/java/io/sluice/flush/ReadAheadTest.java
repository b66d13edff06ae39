package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The chunks of an object that does not fit in memory.
final class ReadAheadTest {
    private final Buffer buffer = new Buffer();
    private final Manifest manifest;
    private final List<ChunkRef> chunks;
    private final long room;
    private final List<List<ChunkRef>> reads = Collections.synchronizedList(new ArrayList<>());
    private final Workers workers = new VirtualThreadWorkers(4);

    ReadAheadTest() {
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

    private byte[] bytes(int chunk) {
        ChunkRef ref = chunks.get(chunk);
        return buffer.staging.get(segmentOf(chunk), new ByteRange(ref.offset(), ref.length()));
    }

    private ReadAhead source(Workers by, long bytesMax, Runnable beforeRead) {
        return new ReadAhead(chunks, bytesMax, by, stretch -> {
            reads.add(List.copyOf(stretch));
            beforeRead.run();
            return StagedBytes.fetch(StagedRanges.ofChunks(stretch.stream()), manifest.segments(), "quakes",
                    buffer.staging, by);
        });
    }

    private void readThrough(ReadAhead source) throws IOException {
        for (int i = 0; i < chunks.size(); i++) {
            assertArrayEquals(bytes(i), source.open(chunks.get(i)).readAllBytes());
        }
    }

    @Test
    void stretchesAreHalfTheBoundAndEachIsReadOnce() throws IOException {
        readThrough(source(workers, room, () -> {}));
        assertEquals(List.of(2, 2, 2), reads.stream().map(List::size).toList());
        assertEquals(6, reads.stream().flatMap(List::stream).distinct().count());
    }

    @Test
    void aChunkAboveHalfTheBoundIsAStretchOfItsOwn() throws IOException {
        readThrough(source(workers, 1, () -> {}));
        assertEquals(6, reads.size());
    }

    @Test
    void theNextStretchIsReadWhileOneIsUsed() throws IOException {
        CountDownLatch two = new CountDownLatch(2);
        ReadAhead source = source(workers, room, two::countDown);
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
    void oneAfterAnotherNothingIsReadBeforeItIsAskedFor() throws IOException {
        ReadAhead source = source(Workers.sequential(), room, () -> {});
        source.open(chunks.getFirst());
        assertEquals(1, reads.size());
        readThrough(source);
        assertEquals(3, reads.size());
    }

    @Test
    void aReaderMayStartAgainAnywhere() throws IOException {
        ReadAhead source = source(workers, room, () -> {});
        source.open(chunks.getFirst());
        source.open(chunks.get(3));
        readThrough(source);
        readThrough(source);
    }

    @Test
    void aStretchThatCannotBeReadFailsItsReaderAndIsReadAgain() throws IOException {
        byte[] gone = buffer.staging.get(segmentOf(2));
        buffer.staging.delete(List.of(segmentOf(2)));
        ReadAhead source = source(workers, room, () -> {});
        source.open(chunks.getFirst());
        source.open(chunks.get(1));
        assertThrows(StoreException.class, () -> source.open(chunks.get(2)));
        assertThrows(StoreException.class, () -> source.open(chunks.get(2)));
        buffer.staging.put(segmentOf(2), Body.of(gone));
        readThrough(source);
    }

    @Test
    void aChunkOfAnotherDeliveryIsRefused() {
        ChunkRef other = new ChunkRef(99, 0, 10, ChunkForm.READY, 1, 10, 0);
        assertThrows(IllegalArgumentException.class, () -> source(workers, room, () -> {}).open(other));
    }
}
