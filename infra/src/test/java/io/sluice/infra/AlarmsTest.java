package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AlarmsTest {
    private static final String ALARM = "AWS::CloudWatch::Alarm";

    @Test
    void recordsThatWaitForTwiceTheIntervalAreLate() {
        var freshness = alarm(Way.BUFFER, "AlarmsFreshness");

        assertEquals(EmfMetrics.NAMESPACE, freshness.path("Namespace").asText());
        assertEquals("[{\"Name\":\"DeliveryStreamName\",\"Value\":\"orders\"}]",
                freshness.path("Dimensions").toString());
        assertEquals(600, freshness.path("Threshold").asInt());
        assertEquals("GreaterThanThreshold", freshness.path("ComparisonOperator").asText());
        assertEquals("notBreaching", freshness.path("TreatMissingData").asText());
    }

    @Test
    void silenceOfTheFlusherIsAnAlarmAndSilenceOfTheStreamIsNone() {
        var quiet = alarm(Way.BUFFER, "AlarmsFlusherNotRunning");

        assertEquals("breaching", quiet.path("TreatMissingData").asText());
        assertEquals(3 * 120, quiet.path("Period").asInt());
        assertEquals(1, Synthesis.resources(Synthesis.of(Way.BUFFER).pipeline(), ALARM).values().stream()
                .filter(alarm -> alarm.at("/Properties/TreatMissingData").asText().equals("breaching")).count());
    }

    /// A dropped tick harms nothing: the next run does its work. The queue keeps its message for two weeks.
    @Test
    void oneRunThatWasGivenUpIsNoAlarmAndAnOldOneNeither() {
        var failures = alarm(Way.BUFFER, "AlarmsFlusherFailures");

        assertEquals("NumberOfMessagesSent", failures.path("MetricName").asText());
        assertEquals(2, failures.path("Threshold").asInt());
        assertEquals(15 * 60, failures.path("Period").asInt());
        assertEquals("notBreaching", failures.path("TreatMissingData").asText());
    }

    @Test
    void alarmsTellTheTopicThatTheUserNames() {
        Synthesis.resources(Synthesis.of(Way.EVERYTHING_EXISTS).pipeline(), ALARM).values().stream()
                .map(alarm -> alarm.path("Properties")).forEach(alarm -> {
                    String topic = "[\"arn:aws:sns:us-east-1:123456789012:operators\"]";
                    assertEquals(topic, alarm.path("AlarmActions").toString());
                    assertEquals(topic, alarm.path("OKActions").toString());
                });
        assertTrue(alarm(Way.BUFFER, "AlarmsFreshness").path("AlarmActions").isMissingNode());
    }

    /// A metric under another name than the functions write is an alarm that never goes off.
    @ParameterizedTest
    @EnumSource
    void ownMetricsAreOnesThatTheFunctionsWrite(Way way) {
        var written = Arrays.stream(Metric.values()).map(Metric::cloudWatchName).collect(Collectors.toSet());

        Synthesis.resources(Synthesis.of(way).pipeline(), ALARM).values().stream()
                .map(alarm -> alarm.path("Properties"))
                .filter(alarm -> alarm.path("Namespace").asText().equals(EmfMetrics.NAMESPACE))
                .forEach(alarm -> assertTrue(written.contains(alarm.path("MetricName").asText()), alarm.toString()));
    }

    @Test
    void theDashboardShowsEveryMetricOfABufferedStream() {
        var dashboard = Synthesis.text(Synthesis.only(Synthesis.of(Way.BUFFER).pipeline(), "AWS::CloudWatch::Dashboard")
                .path("DashboardBody"));

        for (var metric : Metric.values()) {
            assertTrue(dashboard.contains("\"" + metric.cloudWatchName() + "\""), metric.cloudWatchName());
        }
    }

    @Test
    void everyAlarmIsExplainedToOperators() throws IOException {
        var headings = Pattern.compile("(?m)^### `(\\w+)`$")
                .matcher(Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/operations.md"))).results()
                .map(heading -> heading.group(1)).collect(Collectors.toCollection(TreeSet::new));

        var alarms = new TreeSet<String>();
        for (var way : Way.values()) {
            Synthesis.resources(Synthesis.of(way).pipeline(), ALARM).keySet()
                    .forEach(id -> alarms.add(id.replaceAll("^StreamAlarms(\\w+)[0-9A-F]{8}$", "$1")));
        }
        assertEquals(alarms, headings);
    }

    @Test
    void theBillCountsEveryAlarm() throws IOException {
        int alarms = alarms(Way.BUFFER);
        String page = Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/deploy.md"));
        String bill = "CloudWatch: %d alarms and a dashboard; an idle run writes no metrics | $%.2f:".formatted(alarms,
                (alarms - 10) * 0.10);
        assertTrue(page.contains(bill), bill);
    }

    @Test
    void theBillsOfTheSmokeTestCountTheirAlarms() throws IOException {
        int first = alarms(Way.BUFFER) + alarms(Way.FIREHOSE) + alarms(Way.KINESIS_EVENTS);
        int sources = alarms(Way.SQS) + alarms(Way.DYNAMODB) + 2 * alarms(Way.OBJECTS);

        String page = Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/deploy.md"));
        for (String bill : List.of("| CloudWatch: %d alarms ($0.10 a month)".formatted(first),
                "%d alarms, four dashboards".formatted(sources))) {
            assertTrue(page.contains(bill), bill);
        }
    }

    private static int alarms(Way way) {
        return Synthesis.resources(Synthesis.of(way).pipeline(), ALARM).size();
    }

    private static JsonNode alarm(Way way, String id) {
        return Synthesis.resources(Synthesis.of(way).pipeline(), ALARM).entrySet().stream()
                .filter(entry -> entry.getKey().contains(id)).map(Map.Entry::getValue).findFirst().orElseThrow()
                .path("Properties");
    }
}
