package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchesTest {
    private static Batches batches(double recordsPerSecond, double recordBytes, double expansion) {
        return Batches.of(new Traffic(recordsPerSecond, recordsPerSecond * recordBytes, Traffic.Basis.GIVEN),
                expansion, Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource({
            // records a second, bytes of one, bytes of event for each: batches a second, bytes of one
            "10000, 1000, 1.5,     3.333333,  3000000",
            "100,   1000, 1.5,     0.033333,  3000000",
            "10000,  100, 3,       0.476837,  2097152",
            "1,     1000, 1.5,     0.016393,    61000",
            "0.001, 1000, 1.5,     0.00094340,     1060",
            "1, 10000000, 1.5,     1,        10000000"})
    void aBatchIsFullOrAMinuteOld(double records, double bytes, double expansion, double perSecond, double batchBytes) {
        Batches batches = batches(records, bytes, expansion);
        assertEquals(perSecond, batches.perSecond(), perSecond * 1e-4);
        assertEquals(batchBytes, batches.bytes(), batchBytes * 1e-4);
        assertEquals(records, batches.records() * batches.perSecond(), records * 1e-9);
    }

    @Test
    void aRecordWaitsForItsBatchAMinuteAtMost() {
        assertEquals(Duration.ofSeconds(60), batches(1, 1_000, 1.5).fillTime());
        assertEquals(Duration.ofMillis(300), batches(10_000, 1_000, 1.5).fillTime());
    }
}
