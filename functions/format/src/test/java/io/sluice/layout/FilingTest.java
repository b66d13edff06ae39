package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FilingTest {
    private static boolean takes(String pattern, String zone, String oldest, String first, String last) {
        Filing filing = Filing.of(ZoneId.of(zone), Duration.ofSeconds(300));
        BoundPrefix prefix = PrefixExpression.parse("a/!{timestamp:" + pattern + "}/!{firehose:random-string}/")
                .bind(Map.of(), Map.of(), "");
        return filing.path(prefix, Instant.parse(oldest).toEpochMilli()).takes(Instant.parse(first).toEpochMilli(),
                Instant.parse(last).toEpochMilli());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            yyyy/MM/dd,    UTC,          2026-11-23T23:59:00Z, 2026-11-24T00:06:30Z,     true
            yyyy/MM/dd,    UTC,          2026-11-23T23:59:00Z, 2026-11-24T00:06:30.001Z, false
            yyyy/MM/dd,    UTC,          2026-11-23T00:00:00Z, 2026-11-23T23:59:59.999Z, true
            yyyy/MM/dd,    UTC,          2026-11-23T00:00:00Z, 2026-11-24T00:00:00Z,     false
            yyyy/MM/dd/HH, UTC,          1970-01-21T18:43:00Z, 2026-11-23T18:43:00Z,     false
            HH,            UTC,          2026-11-22T10:00:00Z, 2026-11-23T10:30:00Z,     true
            yyyy-MM-dd,    Asia/Tokyo,   2026-11-23T14:00:00Z, 2026-11-23T15:00:00Z,     false
            yyyy-MM-dd,    Asia/Tokyo,   2026-11-23T15:00:00Z, 2026-11-24T14:59:59Z,     true
            yyyy-MM-dd-HH, Europe/Paris, 2026-10-25T00:10:00Z, 2026-10-25T01:50:00Z,     true
            """)
    void aPathTakesWhatItIsRightForAndWhatComesWithinTheTolerance(String pattern, String zone, String oldest,
            String arrival, boolean taken) {
        assertEquals(taken, takes(pattern, zone, oldest, arrival, arrival));
    }

    /// What they begin with may share the path while some of them may not have begun it.
    @Test
    void recordsAreTakenTogetherByThePathOfTheFirstOrAllWithinTheTolerance() {
        assertEquals(true, takes("HH", "UTC", "2026-11-23T10:00:00Z", "2026-11-23T10:59:00Z", "2026-11-23T11:05:00Z"));
        assertEquals(false, takes("HH", "UTC", "2026-11-23T10:58:00Z", "2026-11-23T11:01:00Z",
                "2026-11-23T11:55:00Z"));
        assertEquals(true, takes("HH", "UTC", "2026-11-23T10:58:00Z", "2026-11-23T11:01:00Z",
                "2026-11-23T11:05:30Z"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "5, 7500", "60, 90000", "900, 1350000", "901, 1350000", "86400, 1350000",
            "3153600000, 1350000"})
    void theToleranceIsOneAndAHalfIntervalsAndNeverMoreThanOfFirehosesLongest(long seconds, long millis) {
        assertEquals(millis, Filing.of(ZoneOffset.UTC, Duration.ofSeconds(seconds)).tolerance().toMillis());
    }

    @Test
    void noToleranceIsLongerThanWhatRetentionReckonsWith() {
        Duration longer = Filing.TOLERANCE_MAX.plusMillis(1);
        assertThrows(IllegalArgumentException.class, () -> new Filing(ZoneOffset.UTC, longer));
        assertThrows(IllegalArgumentException.class, () -> new Filing(ZoneOffset.UTC, Duration.ofMillis(-1)));
    }
}
