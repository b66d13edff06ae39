package io.sluice.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EmfMetricsTest {
    private static final Instant AT = Instant.parse("2026-11-20T13:00:00.123Z");

    @Test
    void aLineIsWhatCloudWatchReads() {
        var line = EmfMetrics.of("quakes", AT).put(Metric.DELIVERED_BYTES, 1234).put(Metric.DATA_FRESHNESS, 0.5)
                .putAny(Metric.DAMAGED_CHUNKS, 0).line();

        assertEquals(Optional.of("{\"_aws\":{\"Timestamp\":1795179600123,\"CloudWatchMetrics\":[{"
                + "\"Namespace\":\"Sluice\",\"Dimensions\":[[\"DeliveryStreamName\"]],\"Metrics\":["
                + "{\"Name\":\"DeliveryToS3.DataFreshness\",\"Unit\":\"Seconds\"},"
                + "{\"Name\":\"DeliveryToS3.Bytes\",\"Unit\":\"Bytes\"}]}]},"
                + "\"DeliveryStreamName\":\"quakes\",\"DeliveryToS3.DataFreshness\":0.5,\"DeliveryToS3.Bytes\":1234}"),
                line);
    }

    @Test
    void everyMetricFitsOneLineWithinTheFormatsHundred() throws Exception {
        var all = EmfMetrics.of("quakes", AT);
        for (var metric : Metric.values()) {
            assertEquals(all, all.put(metric, metric.cloudWatchName().length()));
        }
        var line = new ObjectMapper().readTree(all.line().orElseThrow());

        var declared = line.at("/_aws/CloudWatchMetrics/0/Metrics");
        assertEquals(Metric.values().length, declared.size());
        assertTrue(declared.size() <= 100);
        declared.forEach(metric -> assertTrue(line.path(metric.path("Name").asText()).isNumber(), metric.toString()));
    }

    @Test
    void namesAreUnique() {
        var names = Arrays.stream(Metric.values()).map(Metric::cloudWatchName).toList();
        assertEquals(names.size(), new HashSet<>(names).size());
    }

    @Test
    void noMetricIsNoLine() {
        assertEquals(Optional.empty(), EmfMetrics.of("quakes", AT).line());
    }

    @Test
    void valuesThatCloudWatchRefusesAreRefusedHere() {
        var metrics = EmfMetrics.of("quakes", AT);
        assertThrows(IllegalArgumentException.class, () -> metrics.put(Metric.PENDING_BYTES, Double.NaN));
        assertThrows(IllegalArgumentException.class,
                () -> metrics.put(Metric.PENDING_BYTES, Double.POSITIVE_INFINITY));
    }

    @Test
    void aSecondValueOfAMetricIsAMistake() {
        var metrics = EmfMetrics.of("quakes", AT).put(Metric.PENDING_BYTES, 1);
        var thrown = assertThrows(IllegalArgumentException.class, () -> metrics.put(Metric.PENDING_BYTES, 2));
        assertTrue(String.valueOf(thrown.getMessage()).contains("PendingBytes"));
    }
}
