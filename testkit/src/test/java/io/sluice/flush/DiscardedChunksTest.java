package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Planner;
import io.sluice.manifest.StreamTally;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Damaged chunks that an operator gives up, by their name: kept as they are, and no more than they.
final class DiscardedChunksTest {
    private final DamagedSegment staged = new DamagedSegment();
    private final BufferInMemory buffer = staged.buffer;

    @Test
    void aDiscardedChunkIsKeptAndTheRestOfItsDeliveryIsDelivered() {
        buffer.ingest(buffer.batch("one", "a:1", "a:2", "b:3"));
        buffer.ingest(buffer.batch("two", "a:4"));
        staged.manifestOfPending();
        ChunkRef damaged = staged.chunkOf("key=a/");
        ObjectKey segment = staged.manifest().segments().id(damaged.segment()).key("quakes");
        staged.flip(segment, damaged.offset());
        assertThrows(IllegalArgumentException.class, () -> discard(segment, damaged.offset()),
                "no delivery is open yet");
        assertEquals(1, buffer.drain("run 1").damaged());
        byte[] left = buffer.staging.get(segment, new ByteRange(damaged.offset(), damaged.length()));
        ChunkDiscard.Summary discarded = discard(segment, damaged.offset());
        assertEquals(discarded, discard(segment, damaged.offset()), "a repetition changes nothing");
        FlushSummary summary = buffer.drain("run 2");
        assertEquals(0, summary.damaged());
        assertEquals(damaged.records(), summary.discarded());
        assertEquals(discarded.records(), summary.discarded());
        assertTrue(summary.problems().getFirst().contains("discarded"), summary.problems().toString());
        FlushSummary last = buffer.drain("run 3");
        assertEquals(summary.discarded(), last.tally().discarded());
        assertEquals(4, last.tally().delivered() + last.tally().discarded());
        assertEquals(2 + 1 + 1 - damaged.records(), buffer.delivered().values().stream().mapToInt(List::size).sum());
        assertArrayEquals(left, buffer.staging.get(new ObjectKey(discarded.kept())));
        assertTrue(buffer.staging.contents().keySet().stream().noneMatch(key -> key.startsWith("segments/")));
    }

    @Test
    void aDeliveryOfWhichAllIsDiscardedEnds() {
        ObjectKey segment = staged.stagedTogether();
        ChunkRef damaged = staged.chunkOf("key=b/");
        buffer.staging.delete(List.of(segment));
        FlushSummary missing = buffer.drain("run 1");
        assertEquals(3, missing.damaged());
        assertEquals(0, discard(segment, damaged.offset()).bytes(), "nothing of it is left");
        buffer.drain("run 2");
        assertEquals(2, buffer.drain("run 3").open(), "the others were not given up");
        assertEquals(Map.of("key=b", List.of()), buffer.delivered());
        assertEquals(1, buffer.drain("run 4").tally().discarded());
    }

    /// An object that is read as it is sent meets the chunk at each attempt; another failure is not that chunk's.
    @Test
    void aLargeObjectWithoutADiscardedChunkIsTriedOnceARun() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.ingest(buffer.batch("two", "a:2"));
        staged.manifestOfPending();
        ChunkRef damaged = staged.chunkOf("key=a/");
        ObjectKey segment = staged.manifest().segments().id(damaged.segment()).key("quakes");
        staged.flip(segment, damaged.offset());
        FlushSettings settings = BufferInMemory.settings();
        FlushSettings little = new FlushSettings(settings.plan(), 1, settings.directoryBytesMax());
        Buffer ports = new Buffer("quakes", buffer.staging, buffer.index);
        CountingObjectStore failing = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE")) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, request);
            }
        });
        Flusher flusher = new Flusher(little, ports, failing, Workers.sequential(), () -> buffer.now);
        assertEquals(1, flusher.flush("run 1", Planner.Mode.DRAIN, Deadline.NONE).damaged());
        discard(segment, damaged.offset());
        failing.requests.clear();
        assertEquals(1, flusher.flush("run 2", Planner.Mode.DRAIN, Deadline.NONE).open());
        assertEquals(1, failing.requests.stream().filter(each -> each.startsWith("CREATE")).count());
    }

    /// Whichever object is there first decides for all runs, also for one that is about to say that nothing is left.
    @Test
    void aSegmentThatIsRestoredBesideARunIsDeliveredOrDiscardedAndNeverBoth() {
        boolean happened = true;
        for (int at = 1; happened; at++) {
            DamagedSegment other = new DamagedSegment();
            ObjectKey segment = other.stagedTogether();
            ChunkRef damaged = other.chunkOf("key=b/");
            byte[] good = other.flip(segment, damaged.offset());
            other.buffer.drain("run 1");
            discard(other.buffer, segment, damaged.offset());
            Switched switched = new Switched(at, () -> {
                other.buffer.staging.put(segment, Body.of(good));
                other.buffer.flusher(other.buffer.staging, other.buffer.data, other.buffer.index)
                        .carryOut(new DeliverySlice("", Optional.empty()), Deadline.NONE);
            });
            drain(other.buffer, switched);
            assertSettled(other.buffer, "restored before request " + at);
            happened = switched.happened();
        }
    }

    @Test
    void aRunThatHasReadAChunkBeforeItWasDiscardedDeliversItOrLearnsThatItIsDiscarded() {
        boolean happened = true;
        for (int at = 1; happened; at++) {
            DamagedSegment other = new DamagedSegment();
            ObjectKey segment = other.stagedTogether();
            ChunkRef damaged = other.chunkOf("key=b/");
            Switched switched = new Switched(at, () -> {
                if (other.buffer.staging.head(segment).isPresent()) {
                    other.flip(segment, damaged.offset());
                    if (other.buffer.drain("run 1").damaged() > 0) {
                        discard(other.buffer, segment, damaged.offset());
                    }
                    other.buffer.drain("run 2");
                }
            });
            drain(other.buffer, switched);
            assertSettled(other.buffer, "discarded before request " + at);
            happened = switched.happened();
        }
    }

    private static void drain(BufferInMemory buffer, Switched switched) {
        new Flusher(BufferInMemory.settings(), switched.buffer(buffer), switched.store(buffer.data),
                Workers.sequential(), () -> buffer.now).flush("switched", Planner.Mode.DRAIN, Deadline.NONE);
    }

    private static void assertSettled(BufferInMemory buffer, String when) {
        FlushSummary last = buffer.drain("last");
        long delivered = buffer.delivered().values().stream().mapToLong(List::size).sum();
        assertEquals(0, last.open(), when);
        assertEquals(new StreamTally(3, delivered, 0, 0, 3 - delivered), last.tally(), when);
    }

    @Test
    void onlyADamagedChunkOfAnOpenDeliveryIsDiscarded() {
        ObjectKey segment = staged.stagedTogether();
        ChunkRef damaged = staged.chunkOf("key=b/");
        ChunkRef whole = staged.chunkOf("key=c/");
        staged.flip(segment, damaged.offset());
        ObjectStore failing = new CountingObjectStore(buffer.data, request -> {
            if (request.contains("key=c")) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, request);
            }
        });
        buffer.flusher(buffer.staging, failing, buffer.index).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        for (long offset : new long[]{whole.offset(), damaged.offset() + 1, 1_000_000}) {
            assertThrows(IllegalArgumentException.class, () -> discard(segment, offset));
        }
        assertTrue(buffer.staging.contents().keySet().stream().noneMatch(key -> key.startsWith("damaged/")));
    }

    /// Restored from a copy after the operator's word: nothing needs to be lost then.
    @Test
    void aDiscardedChunkThatIsWholeAgainIsDelivered() {
        ObjectKey segment = staged.stagedTogether();
        ChunkRef damaged = staged.chunkOf("key=b/");
        byte[] good = staged.flip(segment, damaged.offset());
        buffer.drain("run 1");
        discard(segment, damaged.offset());
        buffer.staging.put(segment, Body.of(good));
        assertEquals(0, buffer.drain("run 2").discarded());
        assertEquals(List.of("b:2"), buffer.delivered("key=b"));
    }

    private ChunkDiscard.Summary discard(ObjectKey segment, long offset) {
        return discard(buffer, segment, offset);
    }

    private static ChunkDiscard.Summary discard(BufferInMemory buffer, ObjectKey segment, long offset) {
        return new ChunkDiscard(new Buffer("quakes", buffer.staging, buffer.index))
                .discard(new ChunkDiscard.Request(segment.value(), offset));
    }
}
