package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// What CloudWatch makes of metrics: keeps values, and says of an alarm of a template whether it is in ALARM. Knows the
/// statistics and settings that Sluice's alarms use, and fails at any other.
///
/// See <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html>.
public final class AlarmWatch {
    private final Map<String, List<Value>> values = new HashMap<>();

    private record Value(Instant at, double value) {}

    /// Takes a line of the embedded metric format; any other line is no metric.
    public void line(String line) {
        try {
            JsonNode root = Synthesis.JSON.readTree(line);
            for (JsonNode directive : root.at("/_aws/CloudWatchMetrics")) {
                String dimension = directive.at("/Dimensions/0/0").asText();
                String place = directive.path("Namespace").asText() + " " + dimension + "="
                        + root.path(dimension).asText();
                for (JsonNode metric : directive.path("Metrics")) {
                    String name = metric.path("Name").asText();
                    put(place + " " + name, Instant.ofEpochMilli(root.at("/_aws/Timestamp").asLong()),
                            root.path(name).asDouble());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Takes a value of the metric that `alarm` looks at and that AWS itself counts.
    public void counted(JsonNode alarm, Instant at, double value) {
        put(metric(alarm), at, value);
    }

    /// The same of one of the metrics of an alarm that has several.
    ///
    /// @param id what its expression calls it
    public void counted(JsonNode alarm, String id, Instant at, double value) {
        for (JsonNode each : alarm.path("Metrics")) {
            if (each.path("Id").asText().equals(id)) {
                put(metric(each.at("/MetricStat/Metric")), at, value);
                return;
            }
        }
        throw new AssertionError("no metric " + id + " in " + alarm);
    }

    private void put(String metric, Instant at, double value) {
        values.computeIfAbsent(metric, _ -> new ArrayList<>()).add(new Value(at, value));
    }

    private static String metric(JsonNode alarm) {
        StringBuilder dimensions = new StringBuilder();
        for (JsonNode each : alarm.path("Dimensions")) {
            String value = each.path("Value").isTextual() ? each.path("Value").asText() : each.path("Value").toString();
            dimensions.append(each.path("Name").asText()).append('=').append(value).append(' ');
        }
        return alarm.path("Namespace").asText() + " " + dimensions + alarm.path("MetricName").asText();
    }

    /// Whether as many of the evaluated periods that have ended at `at` breach as it takes. An alarm that ignores
    /// missing data is looked at once a period, since its first value.
    ///
    /// See <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html>.
    public boolean inAlarm(JsonNode alarm, Instant at) {
        long period = alarm.path("Period").asLong(alarm.findPath("MetricStat").path("Period").asLong());
        long end = at.getEpochSecond() / period * period;
        int periods = alarm.path("EvaluationPeriods").asInt();
        int needed = alarm.path("DatapointsToAlarm").asInt(periods);
        List<OptionalDouble> seen = new ArrayList<>();
        for (int i = periods; i > 0; i--) {
            seen.add(value(alarm, end - periods * period, end - i * period, end - (i - 1) * period));
        }
        long breaching = seen.stream().filter(OptionalDouble::isPresent)
                .filter(each -> breaches(alarm, each.getAsDouble())).count();
        long missing = seen.stream().filter(OptionalDouble::isEmpty).count();
        return switch (missing(alarm)) {
            case "breaching" -> breaching + missing >= needed;
            case "notBreaching" -> breaching >= needed;
            case "ignore" -> breaching >= needed || (breaching + missing == periods && isKnown(alarm, end)
                    && inAlarm(alarm, Instant.ofEpochSecond(end - period)));
            default -> throw new AssertionError("TreatMissingData of " + alarm);
        };
    }

    /// What a period without data means. An alarm on a metric of DynamoDB's alone has no choice.
    private static String missing(JsonNode alarm) {
        return alarm.path("Namespace").asText().equals("AWS/DynamoDB")
                ? "ignore"
                : alarm.path("TreatMissingData").asText();
    }

    /// Whether any of the alarm's metrics had a value before.
    private boolean isKnown(JsonNode alarm, long end) {
        var metrics = alarm.has("Metrics") ? alarm.path("Metrics").findValues("Metric") : List.of(alarm);
        return metrics.stream().anyMatch(metric -> !within(metric, 0, end).isEmpty());
    }

    /// @param rangeSecond where the evaluated periods begin
    private OptionalDouble value(JsonNode alarm, long rangeSecond, long fromSecond, long toSecond) {
        return alarm.has("Metrics")
                ? expression(alarm.path("Metrics"), rangeSecond, fromSecond, toSecond)
                : statistic(alarm.path("Statistic").asText(alarm.path("ExtendedStatistic").asText()),
                        within(alarm, fromSecond, toSecond));
    }

    private static boolean breaches(JsonNode alarm, double value) {
        double threshold = alarm.path("Threshold").asDouble();
        return switch (alarm.path("ComparisonOperator").asText()) {
            case "GreaterThanThreshold" -> value > threshold;
            case "LessThanThreshold" -> value < threshold;
            default -> throw new AssertionError("ComparisonOperator of " + alarm);
        };
    }

    private OptionalDouble expression(JsonNode metrics, long rangeSecond, long fromSecond, long toSecond) {
        Map<String, OptionalDouble> found = new HashMap<>();
        Map<String, OptionalDouble> before = new HashMap<>();
        String expression = "";
        for (JsonNode each : metrics) {
            if (each.has("Expression")) {
                expression = each.path("Expression").asText();
            } else {
                JsonNode of = each.path("MetricStat");
                found.put(each.path("Id").asText(), statistic(of.path("Stat").asText(),
                        within(of.path("Metric"), fromSecond, toSecond)));
                before.put(each.path("Id").asText(), latest(of, rangeSecond, fromSecond, toSecond - fromSecond));
            }
        }
        return AlarmExpression.evaluate(expression, found, before);
    }

    private OptionalDouble latest(JsonNode of, long rangeSecond, long toSecond, long period) {
        for (long end = toSecond; end > rangeSecond; end -= period) {
            OptionalDouble value = statistic(of.path("Stat").asText(), within(of.path("Metric"), end - period, end));
            if (value.isPresent()) {
                return value;
            }
        }
        return OptionalDouble.empty();
    }

    private List<Double> within(JsonNode metric, long fromSecond, long toSecond) {
        return values.getOrDefault(metric(metric), List.of()).stream()
                .filter(each -> each.at().getEpochSecond() >= fromSecond && each.at().getEpochSecond() < toSecond)
                .map(Value::value).toList();
    }

    private static OptionalDouble statistic(String name, List<Double> within) {
        if (within.isEmpty()) {
            return OptionalDouble.empty();
        }
        return switch (name) {
            case "SampleCount" -> OptionalDouble.of(within.size());
            case "Sum" -> OptionalDouble.of(within.stream().mapToDouble(Double::doubleValue).sum());
            case "Maximum" -> within.stream().mapToDouble(Double::doubleValue).max();
            case "p99" -> OptionalDouble.of(within.stream().sorted().toList()
                    .get(Math.ceilDiv(within.size() * 99, 100) - 1));
            case "Average" -> within.stream().mapToDouble(Double::doubleValue).average();
            default -> throw new AssertionError("statistic " + name);
        };
    }
}
