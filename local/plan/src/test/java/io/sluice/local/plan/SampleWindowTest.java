package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SampleWindowTest {
    private static SampleWindow window(Trace trace, double sourceBytes) {
        return SampleWindow.of(trace, Growth.of(trace), sourceBytes);
    }

    @Test
    void aShortWindowIsTheAverageOfThoseInTheSample() {
        // Four windows of two records: {0, 1}, {0, 0}, {2, 2}, {0, 2}.
        SampleWindow two = window(Traces.of(100, 0, 1, 0, 0, 2, 2, 0, 2), 200);
        assertEquals((2 + 1 + 1 + 2) / 4.0, two.partitions(), 1e-9);
        assertEquals(200, two.rawBytes(), 1e-9);
        assertEquals(2, two.records(), 1e-9);
    }

    @Test
    void whatIsLeftAtTheSamplesEndIsInNoWindow() {
        SampleWindow three = window(Traces.of(100, 0, 0, 0, 1, 1, 1, 2, 3), 300);
        assertEquals(1, three.partitions(), 1e-9);
        assertEquals(3, three.records(), 1e-9);
    }

    @Test
    void aWindowShorterThanARecordHoldsOneNowAndThen() {
        SampleWindow tenth = window(Traces.of(100, 0, 1), 10);
        assertEquals(0.1, tenth.partitions(), 1e-9);
        assertEquals(10, tenth.rawBytes(), 1e-9);
    }

    @Test
    void theSampleItselfIsAWindow() {
        SampleWindow all = window(Traces.of(100, 0, 1, 1), 300);
        assertEquals(2, all.partitions(), 1e-9);
        assertEquals(300, all.rawBytes(), 1e-9);
    }

    @Test
    void inALongWindowPartitionsThatLevelledOffGetLarger() {
        SampleWindow ten = window(Traces.of(100, IntStream.range(0, 40).map(i -> i % 4).toArray()), 40_000);
        assertEquals(4, ten.partitions(), 1e-9);
        assertEquals(40_000, ten.rawBytes(), 1e-6);
        assertEquals(10_000, ten.shares().getFirst().rawBytes(), 1e-6);
        assertEquals(100, ten.shares().getFirst().records(), 1e-6);
    }

    @Test
    void inALongWindowPartitionsThatGrowWithTheDataGetMore() {
        SampleWindow ten = window(Traces.of(100, IntStream.range(0, 40).toArray()), 40_000);
        assertEquals(400, ten.partitions(), 1e-6);
        assertEquals(40_000, ten.rawBytes(), 1e-6);
        assertEquals(100, ten.shares().getFirst().rawBytes(), 1e-6);
    }

    @Test
    void partitionsOfErrorRecordsAreNoPartitionsOfDataAndDoNotGrow() {
        int[] partitions = IntStream.range(0, 40).toArray();
        Trace data = Traces.of(100, partitions);
        boolean[] errors = new boolean[40];
        errors[0] = true;
        Trace trace = new Trace(partitions, data.bytesOf(), data.endOf(), errors, 4_000, Map.of(), 0, 1);
        SampleWindow ten = window(trace, 40_000);
        assertEquals(ten.partitions() + 1, ten.allPartitions(), 1e-9);
        assertEquals(1_000, ten.shares().getFirst().rawBytes(), 1e-6);
    }
}
