package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GrowthTest {
    private static List<Integer> counts(Growth growth) {
        return growth.points().stream().map(Growth.Point::partitions).toList();
    }

    @Test
    void partitionsAreCountedInTheFirstTenTwentyFiveFiftyAndHundredPercent() {
        Growth growth = Growth.of(Traces.of(1, IntStream.range(0, 1_000).map(i -> i / 2).toArray()));
        assertEquals(List.of(50, 125, 250, 500), counts(growth));
        assertEquals(List.of(10, 25, 50, 100), growth.points().stream().map(Growth.Point::percent).toList());
        assertEquals(500, growth.partitions());
    }

    @Test
    void whereEveryRecordBringsAPartitionMoreDataBringsAsManyMore() {
        Growth growth = Growth.of(Traces.of(1, IntStream.range(0, 100).toArray()));
        assertFalse(growth.levelledOff());
        assertEquals(1, growth.exponent(), 1e-9);
        assertEquals(7, growth.factor(7), 1e-9);
    }

    @Test
    void whereTheSecondHalfBringsHardlyANewOneTheyAreAllThereAre() {
        Growth growth = Growth.of(Traces.of(1, IntStream.range(0, 100).map(i -> i % 20).toArray()));
        assertEquals(List.of(10, 20, 20, 20), counts(growth));
        assertTrue(growth.levelledOff());
        assertEquals(1, growth.factor(1_000), 1e-9);
    }

    @Test
    void growthInBetweenIsAPowerOfTheData() {
        // 100 partitions in half of the sample, 141 in all: as the square root of the data.
        Growth growth = Growth
                .of(Traces.of(1, IntStream.range(0, 282).map(i -> i < 141 ? i % 100 : i - 141).toArray()));
        assertEquals(0.5, growth.exponent(), 0.01);
        assertEquals(2, growth.factor(4), 0.02);
        assertEquals(1, growth.ended().factor(4), 1e-9);
    }

    @Test
    void aSampleWithoutADataPartitionDoesNotGrow() {
        assertTrue(Growth.of(Traces.of(1)).levelledOff());
    }
}
