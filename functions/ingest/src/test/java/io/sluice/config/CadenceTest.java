package io.sluice.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CadenceTest {
    /// A partition that always has records is delivered at the first run at which its oldest, which came just after a
    /// run, is due by `DuePolicy`.
    @ParameterizedTest
    @CsvSource({
            // interval, flusher, due age, between deliveries, oldest record
            "300, 60, 300, 360, 360",
            "60,  60,  30,  60,  90",
            "90,  60,  75, 120, 135",
            "120, 60, 120, 180, 180",
            "900, 60, 900, 960, 960",
            "900, 300, 900, 1200, 1200",
            "60, 300,   0, 300, 300",
            "0,   60,   0,  60,  60"})
    void recordsWaitForTheirIntervalAndTheNextRun(int interval, int flushEvery, int dueAge, int effective, int oldest) {
        Cadence cadence = new Cadence(Duration.ofSeconds(interval), Duration.ofSeconds(flushEvery));
        assertEquals(Duration.ofSeconds(dueAge), cadence.dueAge());
        assertEquals(Duration.ofSeconds(effective), cadence.effective());
        assertEquals(Duration.ofSeconds(oldest), cadence.ageMax(Duration.ZERO));
    }

    @ParameterizedTest
    @CsvSource({"60, 60, 120", "60, 10, 90", "60, 45, 105", "300, 60, 360"})
    void aRecordThatWaitsLongForItsBatchIsOlder(int interval, int batchWait, int oldest) {
        Cadence cadence = new Cadence(Duration.ofSeconds(interval), Duration.ofSeconds(60));
        assertEquals(Duration.ofSeconds(oldest), cadence.ageMax(Duration.ofSeconds(batchWait)));
    }
}
