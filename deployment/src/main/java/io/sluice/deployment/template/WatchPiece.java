package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DashboardBody;
import io.sluice.deployment.StreamAlarm;
import io.sluice.deployment.StreamAlarms;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSource;
import io.sluice.deployment.WatchedMetric.Computed;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.metrics.Observability;
import java.util.List;
import java.util.Locale;

/// The alarms and the dashboard of a stream.
record WatchPiece(Stack stack, StreamDefinition definition, String runbooks) {
    /// Adds them.
    void add(StreamSource source) {
        List<StreamAlarm> alarms = StreamAlarms.all(definition, source);
        alarms.forEach(this::alarm);
        if (definition.observability() == Observability.FULL) {
            dashboard(alarms, source);
        }
    }

    private void alarm(StreamAlarm wanted) {
        String id = id(wanted);
        var rule = wanted.rule();
        ObjectNode alarm = stack.resource(id, "AWS::CloudWatch::Alarm");
        alarm.set("AlarmName", stack.physical(wanted.name()));
        alarm.put("AlarmDescription", wanted.description(definition.stream(), runbooks))
                .put("ComparisonOperator", rule.comparison().wireName()).put("EvaluationPeriods", rule.periods())
                .put("TreatMissingData", rule.missing().wireName());
        if (rule.breaching() < rule.periods()) {
            alarm.put("DatapointsToAlarm", rule.breaching());
        }
        if (rule.threshold() == Math.rint(rule.threshold())) {
            alarm.put("Threshold", Math.round(rule.threshold()));
        } else {
            alarm.put("Threshold", rule.threshold());
        }
        switch (wanted.metric()) {
            case Single single -> {
                fill(alarm, single);
                alarm.put("Period", single.period().toSeconds()).put("Statistic", single.statistic());
            }
            case Computed computed -> computed(alarm.putArray("Metrics"), computed);
        }
        for (var tell : List.of("AlarmActions", "OKActions")) {
            alarm.set(tell, Stack.choice("Told", alarm.arrayNode().add(Stack.ref("AlarmTopic"))));
        }
    }

    private void computed(ArrayNode metrics, Computed computed) {
        metrics.addObject().put("Id", "expr_1").put("Expression", computed.expression())
                .put("Label", computed.label()).put("ReturnData", true);
        computed.of().forEach((name, single) -> {
            ObjectNode of = metrics.addObject().put("Id", name).put("ReturnData", false).putObject("MetricStat");
            fill(of.putObject("Metric"), single);
            of.put("Period", single.period().toSeconds()).put("Stat", single.statistic());
        });
    }

    private void fill(ObjectNode metric, Single single) {
        ArrayNode dimensions = metric.put("Namespace", single.namespace()).put("MetricName", single.name())
                .putArray("Dimensions");
        single.dimensions().forEach((name, value) -> dimensions.addObject().put("Name", name).set("Value",
                stack.text(value)));
    }

    private static String id(StreamAlarm alarm) {
        return alarm.name() + "Alarm";
    }

    private void dashboard(List<StreamAlarm> alarms, StreamSource source) {
        List<String> arns = alarms.stream().map(StreamAlarm::name).sorted().map(name -> {
            String word = name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT) + "_alarm";
            stack.name(word, "${" + name + "Alarm.Arn}");
            return "${" + word + "}";
        }).toList();
        ObjectNode dashboard = stack.resource("Dashboard", "AWS::CloudWatch::Dashboard");
        dashboard.set("DashboardName", stack.physical("stream"));
        dashboard.set("DashboardBody",
                stack.text(DashboardBody.of(definition, arns, source.watch())));
    }
}
