package io.sluice.benchmarks.sustain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The real flusher in virtual time delivers what came in, and a buffer that is too slow is said to be.
final class VirtualBufferTest {
    private static final int PARTITIONS = 6;
    private static final int RECORDS = 30;
    private static final int BATCHES = 10;

    private final Clickstream clicks = new Clickstream(400, PARTITIONS);
    private final Templates templates = new Templates(clicks, RECORDS, 0);

    private double rate() {
        return BATCHES * templates.batchBytes() / (double) BufferLoad.INTERVAL.toSeconds();
    }

    private static Stores network(double bytesPerSecond) {
        return new Stores(Duration.ofMillis(20), Duration.ofMillis(60), Duration.ofMillis(5), bytesPerSecond, 3_500,
                5_500, 1_000, Duration.ofMillis(200));
    }

    private RecordSum delivered(Cloud cloud) throws IOException {
        RecordSum sum = new RecordSum();
        for (var object : cloud.delivered().entrySet()) {
            sum.addObject(new ObjectKey(object.getKey()), object.getValue().bytes());
        }
        return sum;
    }

    /// Batch `n` has the records of batch `n % size`.
    private RecordSum expected(int intervals) throws IOException {
        RecordSum sum = new RecordSum();
        for (int i = 0; i < intervals * BATCHES; i++) {
            long from = (long) (i % templates.size()) * RECORDS;
            for (long number = from; number < from + RECORDS; number++) {
                byte[] line = java.util.Arrays.copyOf(clicks.record(number), 401);
                line[400] = '\n';
                sum.addLines("customer=" + clicks.customer(number) + "/device=" + clicks.device(number)
                        + "/2026/08/09/20/", line);
            }
        }
        return sum;
    }

    @Test
    void everyRecordLandsOnceInItsPlace() throws IOException {
        VirtualBuffer buffer = new VirtualBuffer(BufferLoad.of(rate(), 3, BufferLoad.Function.DEFAULT), templates,
                Stores.STATED,
                ClientCost.NONE,
                Cloud.Contents.KEPT);

        BufferFigures figures = buffer.live(6);

        assertEquals(3L * BATCHES * RECORDS, figures.delivered());
        delivered(buffer.cloud()).requireEqual("the lane's objects", expected(3));
        assertEquals(1, buffer.cloud().staging().size(), "the current manifest alone is left");
        assertEquals(0, buffer.cloud().index().entries());
        assertEquals(3L * PARTITIONS, figures.counts().objects);
        assertFalse(figures.late());
    }

    @Test
    void slicesWriteTheSameRecords() throws IOException {
        VirtualBuffer buffer = new VirtualBuffer(BufferLoad.of(rate(), 2, BufferLoad.Function.sliced(3)), templates,
                Stores.STATED, ClientCost.NONE,
                Cloud.Contents.KEPT);

        BufferFigures figures = buffer.live(6);

        delivered(buffer.cloud()).requireEqual("the slices' objects", expected(2));
        assertEquals(3, figures.busiest().invocations());
    }

    @Test
    void aRecordIsNoYoungerThanItsWaitForTheRunAndTheRequestsOfIt() {
        BufferFigures figures = new VirtualBuffer(BufferLoad.of(rate(), 2, BufferLoad.Function.DEFAULT), templates,
                Stores.STATED,
                ClientCost.NONE, Cloud.Contents.COUNTED).live(6);

        double atLeast = 60.0 - 60.0 / BATCHES + 0.06; // of the first batch, by the run at the interval's end
        assertTrue(figures.freshnessMax() * 60 >= atLeast, () -> figures.freshness().toString());
    }

    /// A network on which an interval's bytes take longer than an interval.
    @Test
    void aBufferThatFallsBehindIsNotSustained() {
        double bytes = 2.0 * BATCHES * templates.segmentBytes();
        BufferFigures figures = new VirtualBuffer(BufferLoad.of(rate(), 3, BufferLoad.Function.DEFAULT), templates,
                network(bytes / 150),
                ClientCost.NONE, Cloud.Contents.COUNTED).live(3);

        assertTrue(figures.late());
        assertFalse(figures.sustained());
        assertEquals(1.5, BufferLoad.FRESHNESS_MAX);
    }

    /// On one that takes half of it, it is late and keeps up.
    @Test
    void aBufferWhoseRunsTakeMostOfTheIntervalIsLate() {
        double bytes = 2.0 * BATCHES * templates.segmentBytes();
        BufferFigures figures = new VirtualBuffer(BufferLoad.of(rate(), 3, BufferLoad.Function.DEFAULT), templates,
                network(bytes / 40),
                ClientCost.NONE, Cloud.Contents.COUNTED).live(6);

        assertFalse(figures.late());
        assertFalse(figures.sustained(), () -> figures.freshness().toString());
    }
}
