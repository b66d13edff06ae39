package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What CloudWatch's rules come to where a metric has values only now and then.
final class AlarmWatchTest {
    private static final Duration PERIOD = Duration.ofMinutes(5);
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    /// An alarm on throttles of a table says that silence is fine, and CloudWatch ignores that.
    @ParameterizedTest
    @CsvSource({"AWS/Lambda, Throttles, false", "AWS/DynamoDB, WriteThrottleEvents, true"})
    void anAlarmOnAMetricOfDynamoDbStaysAsItIsInSilence(String namespace, String name, boolean stays) {
        JsonNode alarm = Synthesis.quoted("""
                {'Namespace': '%s', 'MetricName': '%s', 'Dimensions': [], 'Statistic': 'Sum', 'Period': 300,
                 'EvaluationPeriods': 1, 'Threshold': 0, 'ComparisonOperator': 'GreaterThanThreshold',
                 'TreatMissingData': 'notBreaching'}
                """.formatted(namespace, name));
        var watch = new AlarmWatch();
        assertFalse(watch.inAlarm(alarm, START), "nothing is known yet");
        watch.counted(alarm, START, 1);
        assertTrue(watch.inAlarm(alarm, START.plus(PERIOD)), "it was counted");
        boolean later = watch.inAlarm(alarm, START.plus(PERIOD.multipliedBy(12)));
        assertTrue(later == stays, "an hour of silence");
    }
}
