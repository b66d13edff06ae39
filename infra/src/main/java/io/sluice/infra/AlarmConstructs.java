package io.sluice.infra;

import io.sluice.deployment.AlarmRule.Comparison;
import io.sluice.deployment.AlarmRule.Missing;
import io.sluice.deployment.StreamAlarm;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.job.Platform;
import io.sluice.infra.storage.TokenNames;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.sns.ITopic;
import software.constructs.Construct;

/// The alarms of one stream, as far as it is to have them.
final class AlarmConstructs extends Construct {
    private final StreamDefinition definition;
    private final Optional<ITopic> topic;
    private final Platform platform;
    private final Map<String, IAlarm> alarms = new TreeMap<>();

    AlarmConstructs(Construct scope, String id, StreamDefinition definition, Optional<ITopic> topic,
            Platform platform) {
        super(scope, id);
        this.definition = definition;
        this.topic = topic;
        this.platform = platform;
    }

    /// Adds alarms, unless the stream has only those that it cannot do without and they are none of them.
    void add(List<StreamAlarm> wanted, TokenNames names) {
        wanted.stream().filter(alarm -> alarm.isOf(definition.observability())).forEach(alarm -> add(alarm, names));
    }

    private void add(StreamAlarm wanted, TokenNames names) {
        var rule = wanted.rule();
        var alarm = Alarm.Builder.create(this, wanted.name()).alarmName(platform.name(wanted.name()))
                .alarmDescription(wanted.description(definition.stream(), platform.options().runbooks()))
                .metric(CloudWatchMetrics.of(wanted.metric(), names))
                .comparisonOperator(rule.comparison() == Comparison.ABOVE
                        ? ComparisonOperator.GREATER_THAN_THRESHOLD
                        : ComparisonOperator.LESS_THAN_THRESHOLD)
                .threshold(rule.threshold()).evaluationPeriods(rule.periods())
                .datapointsToAlarm(rule.breaching() == rule.periods() ? null : rule.breaching())
                .treatMissingData(rule.missing() == Missing.KEPT
                        ? TreatMissingData.IGNORE
                        : TreatMissingData.NOT_BREACHING)
                .build();
        alarms.put(wanted.name(), alarm);
        topic.map(SnsAction::new).ifPresent(tell -> {
            alarm.addAlarmAction(tell);
            alarm.addOkAction(tell);
        });
    }

    /// By the names that the operations page knows them by.
    Map<String, IAlarm> alarms() {
        return Collections.unmodifiableMap(alarms);
    }
}
