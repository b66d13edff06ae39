package io.sluice.benchmarks.sustain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The arithmetic beside what is executed.
final class LineTest {
    /// One second, and a tenth of a second a batch.
    private final Line line = new Line(point(10), point(20), reads(1));

    /// Read-aheads of 100 segments, or of 50 where there are several.
    private static Reads reads(int slices) {
        return new Reads(10, 1, 1_000, 400, slices, new ClientCost(0, 1e6, 0, 0, 0), 0.5, 64);
    }

    private static Point point(double batches) {
        double seconds = 1 + batches / 10;
        return new Point(batches, seconds, seconds / 4, seconds / 2, 0.1, 2 * batches + 5, batches, 3, 1, 100, 1e6,
                2 * batches + 2, 9, seconds, 1);
    }

    @Test
    void aLineGoesThroughWhatWasExecuted() {
        assertEquals(point(20), line.at(20));
        assertEquals(6, line.at(50).seconds(), 1e-9);
        assertEquals(105, line.at(50).puts(), 1e-9);
        assertEquals(100, line.at(50).objects(), 1e-9);
        assertEquals(Optional.of(point(10)), line.executed(10.2));
        assertEquals(Optional.empty(), line.executed(11));
        assertEquals(0, line.checkedBy(point(40)).error().orElseThrow(), 1e-9);
        assertThrows(IllegalArgumentException.class, () -> new Line(point(20), point(20), reads(1)));
    }

    /// One read-ahead is a GET a batch; more batches are more read-aheads, up to what a commit folds; slices have a
    /// range each.
    @Test
    void segmentsAreReadOnceAReadAhead() {
        assertEquals(100, reads(1).ranges(100), 1e-9);
        assertEquals(120 * 3, reads(1).ranges(120), 1e-9);
        assertEquals(400 * 8 + 100, reads(1).ranges(500), 1e-9);
        assertEquals(2 * 200, reads(2).ranges(200), 1e-9);
        assertEquals(400 * 8, line.at(400).gets(), 1e-9);
        double processor = (1 + 40) / 4.0 + (400 * 8 - 400) * 1e-3;
        assertEquals(processor, line.at(400).processor(), 1e-9);
        assertEquals(Math.max(41, processor / 0.5), line.at(400).seconds(), 1e-9);
    }

    @Test
    void freshnessIsAnIntervalAndTheRun() {
        SustainedTraffic traffic = new SustainedTraffic(1e6, 3_000_000, 1);
        assertEquals(20, traffic.batches(), 1e-9);
        assertEquals((60 + 3) / 60.0, SustainedTraffic.freshness(point(20)), 1e-9);
        assertTrue(SustainedTraffic.sustains(point(290)));
        assertFalse(SustainedTraffic.sustains(point(291)));
        assertTrue(SustainedTraffic.keepsUp(point(580)));
        assertFalse(SustainedTraffic.keepsUp(point(590)));
        assertEquals(5, new SustainedTraffic(1e6, 3_000_000, 4).batches(), 1e-9);
    }

    @Test
    void whatTakesMostOfTheRunIsTheLimit() {
        assertEquals(Limit.NETWORK, Limit.of(point(20), 1));
        assertEquals(Limit.PROCESSOR, Limit.of(point(20), 0.4));
        Point fast = new Point(1, 1, 0.1, 0.1, 0.1, 3_400, 0, 0, 0, 3_400, 0, 0, 0, 1, 1);
        assertEquals(Limit.PREFIX, Limit.of(fast, 1));
        assertEquals(Limit.REQUESTS, Limit.of(new Point(1, 1, 0.1, 0.1, 0.9, 9, 0, 0, 0, 9, 0, 0, 0, 1, 1), 1));
    }

    @Test
    void buffersHaveTheirCostsTogetherAndTheirTimeEach() {
        Point three = point(20).times(3);
        assertEquals(3, three.seconds(), 1e-9);
        assertEquals(300, three.objects(), 1e-9);
        assertEquals(60, three.batches(), 1e-9);
    }
}
