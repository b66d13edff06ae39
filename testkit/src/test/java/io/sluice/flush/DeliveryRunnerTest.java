package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// What is read to write objects, when, and what happens when it cannot be.
final class DeliveryRunnerTest {
    /// Makes a record long enough for a chunk of its own member.
    private static final String LONG = "-".repeat(2_000);

    private final BufferInMemory buffer = new BufferInMemory();

    private Flusher flusher(FlushSettings settings, ObjectStore staging, ObjectStore data) {
        return new Flusher(settings, new Buffer("quakes", staging, buffer.index), data, Workers.sequential(),
                () -> buffer.now);
    }

    /// Whoever mends that finds the records where they belong.
    @Test
    void stagedBytesOfALargeObjectThatMayNotBeReadAreNoRefusalOfTheObject() {
        buffer.ingest(buffer.batch("one", "a:1" + LONG));
        CountingObjectStore denied = new CountingObjectStore(buffer.staging, request -> {
            if (request.startsWith("GET range segments/")) {
                throw new StoreException(StoreException.Kind.REFUSED, "the key is disabled");
            }
        });
        FlushSettings tooSmall = new FlushSettings(BufferInMemory.settings().plan(), 1, 1 << 20);
        flusher(tooSmall, denied, buffer.data).flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        buffer.now = buffer.now.plus(Duration.ofMinutes(6));
        flusher(tooSmall, denied, buffer.data).flush("run 2", Planner.Mode.SCHEDULED, Deadline.NONE);
        flusher(tooSmall, buffer.staging, buffer.data).flush("run 3", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(List.of("a:1" + LONG), buffer.delivered("key=a"));
    }

    @Test
    void anObjectLargerThanAReadAheadIsReadChunkByChunkAsItIsSent() {
        for (int i = 0; i < 3; i++) {
            buffer.ingest(buffer.batch("batch " + i, "a:" + i + LONG));
        }
        long staged = buffer.flusher(buffer.staging, buffer.data, buffer.index)
                .flush("fold", Planner.Mode.SCHEDULED, Deadline.NONE).pending().bytes();
        List<String> requests = new ArrayList<>();
        FlushSettings tooSmall = new FlushSettings(BufferInMemory.settings().plan(), staged - 1, 1 << 20);
        FlushSummary summary = flusher(tooSmall, noting(buffer.staging, requests), noting(buffer.data, requests))
                .flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertTrue(summary.drained(), summary.toString());
        assertEquals(1, summary.objects());
        assertEquals(3, summary.records());
        assertEquals(List.of("a:0" + LONG, "a:1" + LONG, "a:2" + LONG), buffer.delivered("key=a"));
        assertEquals(List.of("CREATE", "GET range", "GET range", "GET range"), requests);
    }

    @Test
    void anObjectOfPlainChunksLargerThanAReadAheadIsMadeForItsLengthAndAgainAsItIsSent() {
        for (int i = 0; i < 3; i++) {
            buffer.ingest(buffer.batch("batch " + i, "a:" + i));
        }
        List<String> requests = new ArrayList<>();
        FlushSettings tooSmall = new FlushSettings(BufferInMemory.settings().plan(), 5, 1 << 20);
        flusher(tooSmall, noting(buffer.staging, requests), noting(buffer.data, requests)).flush("run",
                Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(List.of("a:0", "a:1", "a:2"), buffer.delivered("key=a"));
        assertEquals(3, requests.indexOf("CREATE"), requests.toString());
        assertEquals(7, requests.size(), requests.toString());
    }

    @Test
    void plainChunksOfALargeObjectThatCannotBeReadHoldUpNoOther() {
        buffer.ingest(buffer.batch("one", "a:1", "b:1"));
        FlushSettings tooSmall = new FlushSettings(BufferInMemory.settings().plan(), 1, 1 << 20);
        int[] reads = new int[1];
        CountingObjectStore failing = new CountingObjectStore(buffer.staging, request -> {
            if (request.startsWith("GET range segments/") && reads[0]++ == 0) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
            }
        });
        FlushSummary summary = flusher(tooSmall, failing, buffer.data).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(List.of(1, 1), List.of(summary.objects(), summary.open()), summary.toString());
        assertTrue(summary.problems().getFirst().contains("slow down"), summary.problems().toString());
        assertEquals(1, buffer.drain("run 2").objects());
    }

    @Test
    void anObjectAsLargeAsAReadAheadIsReadBeforeItIsSent() {
        buffer.ingest(buffer.batch("one", "a:1"));
        long staged = buffer.flusher(buffer.staging, buffer.data, buffer.index)
                .flush("fold", Planner.Mode.SCHEDULED, Deadline.NONE).pending().bytes();
        List<String> requests = new ArrayList<>();
        FlushSettings fitting = new FlushSettings(BufferInMemory.settings().plan(), staged, 1 << 20);
        flusher(fitting, noting(buffer.staging, requests), noting(buffer.data, requests)).flush("run",
                Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(List.of("GET range", "CREATE"), requests);
    }

    private static ObjectStore noting(ObjectStore store, List<String> requests) {
        return new CountingObjectStore(store, request -> {
            if (request.startsWith("CREATE ")) {
                requests.add("CREATE");
            } else if (request.startsWith("GET range ")) {
                requests.add("GET range");
            }
        });
    }

    @Test
    void aReadAheadIsReadByOneRequestForEachSegment() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2", "c:3"));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        FlushSummary summary = flusher(BufferInMemory.settings(), staging, buffer.data).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(3, summary.objects());
        assertEquals(1, staging.requests.stream().filter(request -> request.startsWith("GET range segments/")).count());
    }

    @Test
    void stagedBytesThatCannotBeReadHoldUpNoOtherObject() {
        buffer.ingest(buffer.batch("one", "a:1"));
        String unreadable = buffer.staging.contents().keySet().iterator().next();
        buffer.ingest(buffer.batch("two", "b:2"));
        CountingObjectStore staging = new CountingObjectStore(buffer.staging, request -> {
            if (request.equals("GET range " + unreadable)) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
            }
        });
        FlushSummary summary = flusher(BufferInMemory.settings(), staging, buffer.data).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(1, summary.objects());
        assertEquals(1, summary.open());
        assertEquals(1, summary.failed());
        assertTrue(summary.problems().getFirst().contains("staged bytes"), summary.problems().toString());
        assertEquals(1, buffer.drain("run 2").objects());
        assertEquals(2, buffer.data.contents().size());
    }

    @Test
    void damagedBytesMakeNoErrorRecordsAndAreTold() {
        buffer.ingest(buffer.batch("one", "a:1" + LONG));
        ObjectKey segment = new ObjectKey(buffer.staging.contents().keySet().iterator().next());
        byte[] good = buffer.staging.get(segment);
        CountingObjectStore denied = new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE key=a/")) {
                throw new StoreException(StoreException.Kind.REFUSED, "access denied");
            }
        });
        Flusher flusher = flusher(BufferInMemory.settings(), buffer.staging, denied);
        flusher.flush("run 1", Planner.Mode.DRAIN, Deadline.NONE);
        buffer.now = buffer.now.plus(Duration.ofMinutes(5));
        flusher.flush("run 2", Planner.Mode.SCHEDULED, Deadline.NONE);
        buffer.now = buffer.now.plus(Duration.ofMinutes(30));
        buffer.staging.put(segment, Body.of(new byte[good.length]));
        FlushSummary damaged = flusher.flush("run 3", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(1, damaged.open());
        assertTrue(damaged.problems().getLast().contains("fails its checksum"),
                damaged.problems().toString());
        buffer.staging.put(segment, Body.of(good));
        flusher.flush("run 4", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(1, buffer.delivered("errors/partitioning-failed").size());
    }
}
