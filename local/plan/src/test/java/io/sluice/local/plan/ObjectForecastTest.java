package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ObjectForecastTest {
    private static final double MIB = 1 << 20;

    private static SampleWindow.Share share(double times, double rawBytes) {
        return new SampleWindow.Share(times, rawBytes, 10, false);
    }

    private static ObjectForecast objects(double compression, double rawBytesMax, SampleWindow.Share... shares) {
        return ObjectForecast.of(new SampleWindow(List.of(shares)), new ObjectSize(compression, 0), rawBytesMax);
    }

    private static List<Double> counts(ObjectForecast objects) {
        return objects.histogram().stream().map(ObjectForecast.Bucket::count).toList();
    }

    @Test
    void eachPartitionIsOneObjectBelowTheSizeLimit() {
        ObjectForecast objects = objects(0.25, 64 * MIB, share(2, 4_000), share(0.5, 400_000));
        assertEquals(2.5, objects.count(), 1e-9);
        assertEquals(0.25 * (8_000 + 200_000), objects.bytes(), 1e-6);
        assertEquals(25, objects.records(), 1e-9);
        assertEquals(Arrays.asList(2.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0), counts(objects));
        assertEquals(10, objects.meanRecords(), 1e-9);
    }

    @Test
    void eachBufferHasAsMany() {
        ObjectForecast buffers = objects(0.25, 64 * MIB, share(2, 4_000), share(0.5, 400_000)).times(3);
        assertEquals(7.5, buffers.count(), 1e-9);
        assertEquals(0.75 * (8_000 + 200_000), buffers.bytes(), 1e-6);
        assertEquals(75, buffers.records(), 1e-9);
        assertEquals(10, buffers.meanRecords(), 1e-9);
        assertEquals(Arrays.asList(6.0, 0.0, 1.5, 0.0, 0.0, 0.0, 0.0), counts(buffers));
    }

    @Test
    void aPartitionBeyondTheSizeLimitIsCut() {
        ObjectForecast objects = objects(1, 20e6, share(1, 50e6));
        assertEquals(3, objects.count(), 1e-9);
        assertEquals(Arrays.asList(0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0), counts(objects));
    }

    @Test
    void objectsThatGoUpInPartsTakeTwoRequestsMoreThanParts() {
        assertEquals(1, objects(1, 1e9, share(1, 16 * MIB)).requests(), 1e-9);
        assertEquals(2 + 2, objects(1, 1e9, share(1, 16 * MIB + 1)).requests(), 1e-9);
        assertEquals(2 + 4, objects(0.5, 1e9, share(1, 128 * MIB)).requests(), 1e-9);
    }

    @Test
    void nothingIsNoObject() {
        ObjectForecast none = objects(1, 1e9);
        assertEquals(0, none.count(), 0);
        assertEquals(0, none.meanBytes(), 0);
        assertEquals(0, none.meanRecords(), 0);
    }

    @Test
    void aPartitionWithoutABoundOnItsSizeIsOneObject() {
        assertEquals(1, objects(0.1, Double.MAX_VALUE, share(1, 1e12)).count(), 1e-9);
    }

    @Test
    void eachObjectOfDataHasItsFixedPartAndErrorObjectsHaveNone() {
        SampleWindow interval = new SampleWindow(List.of(share(2, 4_000), new SampleWindow.Share(1, 4_000, 10, true)));
        ObjectForecast objects = ObjectForecast.of(interval, new ObjectSize(0.25, 50_000), 64 * MIB);
        assertEquals(3, objects.count(), 1e-9);
        assertEquals(0.25 * 12_000 + 2 * 50_000, objects.bytes(), 1e-6);
        assertEquals(Arrays.asList(1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0), counts(objects));
    }
}
