package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// One read-ahead is read while the one before is written, and both together keep the budget.
final class ReadAheadsSideBySideTest {
    private static final int BATCHES = 5;
    private static final int PARTITIONS = 40;

    /// Makes a chunk ready, so that what is written of it are the bytes that were read.
    private static final String LONG = "-".repeat(1_024);

    private final BufferInMemory buffer = new BufferInMemory();
    private final HeldBytes held = new HeldBytes();
    private final int staged;

    ReadAheadsSideBySideTest() {
        for (int batch = 0; batch < BATCHES; batch++) {
            String[] records = new String[PARTITIONS];
            for (int i = 0; i < PARTITIONS; i++) {
                records[i] = "%02d:%d".formatted(i, batch * PARTITIONS + i).repeat(1 + i % 7) + LONG;
            }
            buffer.ingest(buffer.batch("batch " + batch, records));
        }
        staged = buffer.staging.contents().values().stream().mapToInt(segment -> segment.length).sum();
    }

    /// Bytes of the trailers of an object's chunks.
    private static final long TRAILERS = 8L * BATCHES;
    /// Header, final block and trailer of a gzip object.
    private static final long ENVELOPE = 10 + 2 + 8;

    private FlushSummary flush(int budget, ObjectStore staging, ObjectStore data, Deadline deadline) {
        FlushSettings settings = new FlushSettings(BufferInMemory.settings().plan(), budget, 1 << 20);
        return new Flusher(settings, new Buffer("quakes", staging, buffer.index), data, new VirtualThreadWorkers(16),
                () -> buffer.now)
                .flush("run", Planner.Mode.DRAIN, deadline);
    }

    @Test
    void stagedBytesInMemoryNeverExceedTheBudget() {
        for (int parts = 3; parts < 8; parts++) {
            BufferInMemory each = new ReadAheadsSideBySideTest().buffer;
            HeldBytes bytes = new HeldBytes();
            int budget = staged / parts;
            FlushSettings settings = new FlushSettings(BufferInMemory.settings().plan(), budget, 1 << 20);
            FlushSummary summary = new Flusher(settings,
                    new Buffer("quakes", bytes.reading(each.staging, () -> {}), each.index),
                    bytes.writing(each.data, () -> {}, TRAILERS - ENVELOPE), new VirtualThreadWorkers(16),
                    () -> each.now)
                    .flush("run", Planner.Mode.DRAIN, Deadline.NONE);
            assertEquals(PARTITIONS, summary.objects());
            assertTrue(bytes.peak() <= budget, bytes.peak() + " of " + budget + " bytes");
            assertEquals(0, bytes.now());
        }
    }

    @Test
    void aReadAheadIsReadWhileTheOneBeforeIsWritten() {
        CountDownLatch secondReadAhead = new CountDownLatch(BATCHES + 1);
        FlushSummary summary = flush(staged / 3, held.reading(buffer.staging, secondReadAhead::countDown),
                held.writing(buffer.data, () -> await(secondReadAhead)), Deadline.NONE);
        assertTrue(summary.drained(), summary.toString());
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new StoreException(StoreException.Kind.REFUSED, "nothing else is read meanwhile");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everythingThatFitsTheBudgetIsOneRequestASegment() {
        AtomicInteger reads = new AtomicInteger();
        flush(staged, held.reading(buffer.staging, reads::incrementAndGet), buffer.data, Deadline.NONE);
        assertEquals(BATCHES, reads.get());
    }

    @Test
    void withoutTimeNoFurtherReadAheadBeginsAndTheNextRunCarriesOn() {
        AtomicInteger written = new AtomicInteger();
        Deadline deadline = () -> Duration.ofSeconds(written.get() == 0 ? 60 : 0);
        FlushSummary cut = flush(staged / 4, buffer.staging,
                held.writing(buffer.data, written::incrementAndGet), deadline);
        assertTrue(cut.objects() > 0 && cut.objects() < PARTITIONS, cut.toString());
        assertEquals(0, cut.failed());
        assertEquals(cut.objects(), buffer.data.contents().size());
        FlushSummary rest = buffer.drain("next");
        assertTrue(rest.drained(), rest.toString());
        assertEquals(PARTITIONS, buffer.data.contents().size());
    }
}
