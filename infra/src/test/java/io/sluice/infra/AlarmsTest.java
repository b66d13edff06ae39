package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.Synthesis.Way;
import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import io.sluice.metrics.Observability;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.Stack;

@Tag("long")
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

        assertEquals("ignore", quiet.path("TreatMissingData").asText());
        assertEquals(2 * 120, quiet.findPath("Period").asInt());
        assertEquals(0, Synthesis.resources(Synthesis.of(Way.BUFFER).pipeline(), ALARM).values().stream()
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

    /// Whoever is called sees the description first.
    @ParameterizedTest
    @EnumSource
    void everyAlarmNamesItsRunbook(Way way) {
        Synthesis.resources(Synthesis.of(way).pipeline(), ALARM).forEach((id, alarm) -> {
            String name = id.replaceAll("^StreamAlarms(\\w+)[0-9A-F]{8}$", "$1").toLowerCase(Locale.ROOT);
            assertTrue(alarm.at("/Properties/AlarmDescription").asText()
                    .endsWith(". Runbook: docs/how-to/operations.md#" + name), alarm.toString());
        });
    }

    /// A message that fails again and again is no longer the oldest of its queue.
    @Test
    void theQueueOfUploadsIsWatchedAsAnyOther() {
        var queues = Synthesis.resources(Synthesis.of(Way.OBJECTS).pipeline(), "AWS::SQS::Queue").keySet();
        String watched = alarm(Way.OBJECTS, "AlarmsQueueAge").at("/Dimensions/0/Value").toString();
        assertTrue(queues.stream().filter(id -> id.startsWith("StreamObjectsQueue")).anyMatch(watched::contains),
                watched);
    }

    /// Firehose calls nobody while it may not read, and its own alarms have no values.
    @ParameterizedTest
    @EnumSource(names = {"KINESIS_EVENTS", "BUFFER_FROM_KINESIS", "FIREHOSE_FROM_KINESIS"})
    void aKinesisStreamIsWatchedWhoeverReadsIt(Way way) {
        var late = alarm(way, "AlarmsIteratorAge");
        assertEquals(3_600_000, late.path("Threshold").asInt());
        assertEquals(way == Way.KINESIS_EVENTS ? "IteratorAge" : "KinesisMillisBehindLatest",
                late.path("MetricName").asText());
        var unread = alarm(way, "AlarmsSourceNotRead").findParents("MetricName").stream()
                .map(metric -> metric.path("MetricName").asText()).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(List.of("IncomingRecords", "Invocations")), unread);
    }

    @Test
    void theDashboardShowsTheAlarmsAndHowFarReadingLagsBehind() {
        for (var lag : Map.of(Way.KINESIS_EVENTS, "IteratorAge", Way.KAFKA_MSK, "OffsetLag", Way.SQS,
                "ApproximateAgeOfOldestMessage", Way.BUFFER_FROM_KINESIS, "KinesisMillisBehindLatest").entrySet()) {
            var dashboard = Synthesis.text(Synthesis.only(Synthesis.of(lag.getKey()).pipeline(),
                    "AWS::CloudWatch::Dashboard").path("DashboardBody"));
            assertTrue(dashboard.contains("\"" + lag.getValue() + "\""), lag::toString);
            assertTrue(dashboard.contains("\"type\":\"alarm\""), lag::toString);
        }
    }

    /// A metric that nobody looks at is paid for all the same.
    @Test
    void theDashboardShowsEveryMetricThatTheFunctionsWrite() {
        var dashboard = dashboard(Way.BUFFER) + dashboard(Way.CALLS_URL) + dashboard(Way.LANDINGS)
                + dashboard(Way.ICEBERG);
        assertTrue(dashboard(Way.CALLS_SERVICE).contains("\"CallGroupAge\""), "servers write it, too");
        for (Metric metric : Metric.values()) {
            assertTrue(dashboard.contains("[\"Sluice\",\"" + metric.cloudWatchName() + "\""), metric::toString);
        }
        assertTrue(dashboard.contains("\"ConsumedWriteCapacityUnits\""), dashboard);
    }

    @Test
    void aStreamWithTheLeastIsWatchedForWhatIsLostStuckOrLate() throws IOException {
        var json = (ObjectNode) Synthesis.read(Synthesis.configuration("buffer.json"));
        ((ObjectNode) json.path("Sluice")).put("Observability", "minimal");
        var stack = OwnApp.synthesise(app -> SluiceStream.Builder.create(new Stack(app, "Shop"), "Orders")
                .definition(StreamDefinition.parse(json.toString())).build()).stack("Shop");

        assertEquals(new TreeSet<>(List.of("DamagedChunks", "FirehoseGaveUp", "FlusherErrors", "FlusherNotRunning",
                "Freshness",
                "ReconciliationMismatch", "RecordsRejected", "TransformErrors")),
                stack.resources().entrySet().stream().filter(each -> each.getValue().type().equals(ALARM))
                        .map(each -> each.getKey().replaceAll("^OrdersPipelineAlarms(\\w+)[0-9A-F]{8}$", "$1"))
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertEquals(List.of(), stack.ofType("AWS::CloudWatch::Dashboard"));
        int metrics = stack.ofType(ALARM).stream()
                .mapToInt(each -> Math.max(1, each.properties().findValues("MetricStat").size())).sum();
        assertTrue(Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/plan.md"))
                .contains("alarms on %d metrics. $0.30".formatted(metrics)), metrics + " metrics");
        var written = Arrays.stream(Metric.values()).filter(Observability.MINIMAL::writes).map(Metric::cloudWatchName)
                .collect(Collectors.toSet());
        var watched = stack.ofType(ALARM).stream()
                .flatMap(each -> each.properties().findParents("MetricName").stream())
                .filter(each -> each.path("Namespace").asText().equals(EmfMetrics.NAMESPACE))
                .map(each -> each.path("MetricName").asText()).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(!watched.isEmpty() && written.containsAll(watched), watched::toString);
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

    private static String dashboard(Way way) {
        return Synthesis.text(Synthesis.only(Synthesis.of(way).pipeline(), "AWS::CloudWatch::Dashboard")
                .path("DashboardBody"));
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
        int metrics = alarmMetrics(Way.BUFFER);
        String page = Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/deploy.md"));
        String bill = "CloudWatch: %d alarms on %d metrics and a dashboard; an idle run writes no metrics | $%.2f:"
                .formatted(alarms(Way.BUFFER), metrics, (metrics - 10) * 0.10);
        assertTrue(page.contains(bill), bill);
        assertTrue(Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/plan.md"))
                .contains("`full` has 10 metrics, alarms on %d metrics, and a dashboard".formatted(metrics)));
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

    /// An alarm is paid for by the metrics that it looks at.
    private static int alarmMetrics(Way way) {
        return Synthesis.resources(Synthesis.of(way).pipeline(), ALARM).values().stream()
                .mapToInt(alarm -> alarm.path("Properties").has("Metrics")
                        ? Math.toIntExact(alarm.findValues("MetricStat").size())
                        : 1)
                .sum();
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
