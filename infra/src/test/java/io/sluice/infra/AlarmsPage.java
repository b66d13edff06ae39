package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import io.sluice.metrics.EmfMetrics;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The part of `docs/internals/deploy-tests.md` about alarms that went off.
final class AlarmsPage {
    private AlarmsPage() {}

    static String text() {
        long own = AlarmRehearsal.ALL.stream().filter(each -> space(definition(each)).equals(EmfMetrics.NAMESPACE))
                .count();
        return """
                ## Alarms

                Each of the %d alarms that a deployment may have goes off in a test and is OK again \
                (`AlarmsFireTest`): the functions run on the embedded servers, nothing is
                wrong for a while, the cause is made, and the alarm is judged as the template has it, by its \
                statistic, period, number of periods, threshold and what it makes of missing data.
                The values of %d come out of the functions' own metrics; what AWS counts, the test counts in its \
                place, of what the functions did. No alarm ever went off in an account.

                | alarm | in | goes off at | what is wrong in the test | what ends it | counted by | in the test |
                |---|---|---|---|---|---|---|
                %s"""
                .formatted(AlarmRehearsal.ALL.size(), own,
                        AlarmRehearsal.ALL.stream().map(AlarmsPage::row).collect(Collectors.joining("\n")));
    }

    private static String row(AlarmRehearsal rehearsal) {
        JsonNode alarm = definition(rehearsal);
        String space = space(alarm);
        return "| %s | %d of %d | %s | %s | %s | %s | OK → ALARM → OK |".formatted(rehearsal.alarm(),
                Arrays.stream(Way.values()).filter(way -> StreamOnAlert.alarms(way).containsKey(rehearsal.alarm()))
                        .count(),
                Way.values().length, rule(alarm), rehearsal.cause(), rehearsal.over(),
                space.equals(EmfMetrics.NAMESPACE) ? "the functions" : space);
    }

    private static JsonNode definition(AlarmRehearsal rehearsal) {
        return Optional.ofNullable(StreamOnAlert.alarms(rehearsal.way()).get(rehearsal.alarm())).orElseThrow();
    }

    private static String rule(JsonNode alarm) {
        String sign = alarm.path("ComparisonOperator").asText().equals("GreaterThanThreshold") ? ">" : "<";
        String measured = alarm.has("Metrics")
                ? "`" + alarm.findPath("Expression").asText() + "`"
                : "%s of `%s`".formatted(alarm.path("Statistic").asText(alarm.path("ExtendedStatistic").asText()),
                        alarm.path("MetricName").asText());
        String periods = alarm.has("DatapointsToAlarm") ? alarm.path("DatapointsToAlarm").asText() + " of " : "";
        return "%s %s %s in %s%d × %d min".formatted(measured, sign, alarm.path("Threshold").asText(), periods,
                alarm.path("EvaluationPeriods").asInt(), alarm.findPath("Period").asInt() / 60);
    }

    /// Of an expression, that of its first metric.
    private static String space(JsonNode alarm) {
        return alarm.path("Namespace").asText(alarm.findPath("Namespace").asText());
    }
}
