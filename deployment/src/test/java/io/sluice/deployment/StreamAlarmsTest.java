package io.sluice.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.deployment.WatchedMetric.Computed;
import io.sluice.deployment.WatchedMetric.Single;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StreamAlarmsTest {
    /// By what runs of the flusher tell, or AWS of them: no run, no value.
    private static final List<String> OF_RUNS = List.of("DamagedChunks", "DeliveriesFailed", "FlusherErrors",
            "FlusherThrottles", "Freshness", "ReconciliationMismatch");

    /// Values of two periods in a row are needed, so each has to have a run in it, and one to spare.
    @ParameterizedTest
    @CsvSource({"60, 5", "120, 5", "300, 10", "900, 30"})
    void whatRunsTellIsLookedAtOverTwoOfThemAtTheLeast(int flushSeconds, int minutes) {
        var alarms = flusher(60, flushSeconds);
        for (String name : OF_RUNS) {
            var metric = (Single) alarm(alarms, name).metric();
            assertEquals(Duration.ofMinutes(minutes), metric.period(), name);
        }
    }

    /// An interval that is over is seen by the next run.
    @ParameterizedTest
    @CsvSource({"60, 60, 120", "300, 60, 600", "300, 120, 600", "60, 300, 600", "60, 900, 1800"})
    void recordsAreLateWhenTheyWaitForTwiceTheLongerOfBothIntervals(int seconds, int flushSeconds, int lateSeconds) {
        assertEquals(lateSeconds, alarm(flusher(seconds, flushSeconds), "Freshness").rule().threshold());
    }

    /// DynamoDB counts what it throttles and nothing else, and nobody may wait for a second time.
    @Test
    void throttlesOfTheIndexHaveAValueWhereverTheFlusherRuns() {
        var metric = (Computed) new StreamAlarms(definition(60, 60)).index().getFirst().metric();
        assertEquals("FILL(rare, 0) + 0 * FILL(steady, 0)", metric.expression());
        assertEquals(List.of("AWS/DynamoDB WriteThrottleEvents", "AWS/Lambda Invocations"), metric.of().values()
                .stream().map(each -> each.namespace() + " " + each.name()).toList());
    }

    private static List<StreamAlarm> flusher(int seconds, int flushSeconds) {
        return new StreamAlarms(definition(seconds, flushSeconds)).flusher();
    }

    private static StreamAlarm alarm(List<StreamAlarm> alarms, String name) {
        return alarms.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    private static StreamDefinition definition(int seconds, int flushSeconds) {
        return StreamDefinition.parse("""
                {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {"BucketARN":
                 "arn:aws:s3:::orders", "Prefix": "orders/!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix":
                 "errors/!{firehose:error-output-type}/", "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": %d}},
                 "Sluice": {"FlushIntervalInSeconds": %d}}
                """.formatted(seconds, flushSeconds));
    }
}
