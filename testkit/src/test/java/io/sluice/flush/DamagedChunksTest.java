package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Staged bytes that are damaged at rest, or on the way: nothing altered is delivered, nothing undelivered is deleted,
/// the chunk is named, and only its own delivery waits.
final class DamagedChunksTest {
    private final DamagedSegment staged = new DamagedSegment();
    private final BufferInMemory buffer = staged.buffer;

    @Test
    void aDamagedChunkIsNamedAndHoldsUpOnlyItsOwnDelivery() {
        ObjectKey segment = staged.stagedTogether();
        ChunkRef damaged = staged.chunkOf("key=b/");
        byte[] good = staged.flip(segment, damaged.offset() + 1);
        for (String run : List.of("run 1", "run 2", "run 3")) {
            FlushSummary summary = buffer.drain(run);
            assertEquals(1, summary.damaged(), "each run counts it");
            assertEquals(1, summary.open());
            assertEquals(1, summary.problems().size(), summary.problems().toString());
            String problem = summary.problems().getFirst();
            for (String named : List.of("key=b/", segment.value(), "offset " + damaged.offset(), "1 records",
                    "fails its checksum")) {
                assertTrue(problem.contains(named), problem);
            }
            assertEquals(Map.of("key=a", List.of("a:1"), "key=c", List.of("c:3")), buffer.delivered());
            assertTrue(buffer.staging.contents().containsKey(segment.value()), "it is kept");
        }
        buffer.staging.put(segment, Body.of(good));
        assertEquals(0, buffer.drain("run 4").damaged());
        assertEquals(List.of("b:2"), buffer.delivered("key=b"));
        buffer.drain("run 5");
        assertFalse(buffer.staging.contents().containsKey(segment.value()));
    }

    @Test
    void aSegmentThatIsNotThereIsNamedByEachRunAndHoldsUpNoOther() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        ObjectKey gone = DamagedSegment.entries(buffer).getFirst().segment().key("quakes");
        buffer.ingest(buffer.batch("two", "c:3"));
        buffer.staging.delete(List.of(gone));
        for (String run : List.of("run 1", "run 2")) {
            FlushSummary summary = buffer.drain(run);
            assertEquals(2, summary.damaged());
            assertEquals(2, summary.problems().size(), summary.problems().toString());
            assertTrue(summary.problems().getFirst().contains(gone.value()), summary.problems().toString());
            assertTrue(summary.problems().getFirst().contains("not there"), summary.problems().toString());
            assertEquals(Map.of("key=c", List.of("c:3")), buffer.delivered());
        }
    }

    @Test
    void aSegmentThatWasCutShortLosesOnlyWhatWasCutOff() {
        ObjectKey segment = staged.stagedTogether();
        ChunkRef last = staged.chunkOf("key=c/");
        byte[] bytes = buffer.staging.get(segment);
        for (int length : new int[]{(int) last.offset(), (int) last.offset() + 1,
                (int) last.offset() + last.length() - 1}) {
            buffer.staging.put(segment, Body.of(Arrays.copyOf(bytes, length)));
            FlushSummary summary = buffer.drain("run " + length);
            assertEquals(1, summary.damaged());
            assertEquals(Map.of("key=a", List.of("a:1"), "key=b", List.of("b:2")), buffer.delivered());
        }
        buffer.staging.put(segment, Body.of(bytes));
        assertEquals(0, buffer.drain("last run").open());
    }

    @Test
    void damageOnTheWayIsReadAgainOnceAndDelivered() {
        ObjectKey segment = staged.stagedTogether();
        AtomicInteger reads = new AtomicInteger();
        ObjectStore staging = onTheWay(buffer.staging, bytes -> {
            if (reads.incrementAndGet() == 1) {
                bytes[1] ^= 4;
            }
        });
        FlushSummary summary = buffer.flusher(staging, buffer.data, buffer.index).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(List.of(), summary.problems());
        assertEquals(2, reads.get(), "the read-ahead, and the chunk by itself");
        assertEquals(3, buffer.delivered().size());
        buffer.drain("run 2");
        assertFalse(buffer.staging.contents().containsKey(segment.value()));
    }

    /// A delivery above the budget is read as it is sent.
    @Test
    void anObjectThatIsReadAsItIsSentIsNotPublishedWhenItsLastChunkIsDamaged() {
        for (int i = 0; i < 4; i++) {
            buffer.ingest(buffer.batch("batch " + i, "a:" + i));
        }
        staged.manifestOfPending();
        Manifest manifest = staged.manifest();
        ChunkRef last = manifest.pending().iterator().next().chunks().getLast();
        ObjectKey segment = manifest.segments().id(last.segment()).key("quakes");
        byte[] good = staged.flip(segment, last.offset());
        FlushSettings small = new FlushSettings(BufferInMemory.settings().plan(), last.length() + 1, 1 << 20);
        FlushSummary summary = new Flusher(small, new Buffer("quakes", buffer.staging, buffer.index), buffer.data,
                Workers.sequential(), () -> buffer.now).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(1, summary.damaged(), summary.problems().toString());
        assertEquals(Map.of(), buffer.data.contents());
        buffer.staging.put(segment, Body.of(good));
        assertEquals(0, buffer.drain("run 2").open());
        assertEquals(4, buffer.delivered("key=a").size());
    }

    private interface Alteration {
        void alter(byte[] bytes);
    }

    /// A store whose ranges are altered on the way.
    private static ObjectStore onTheWay(ObjectStore store, Alteration alteration) {
        return new PassingObjectStore(store) {
            @Override
            public byte[] get(ObjectKey key, ByteRange range) {
                byte[] bytes = super.get(key, range);
                alteration.alter(bytes);
                return bytes;
            }
        };
    }
}
