package io.sluice.infra;

import io.sluice.infra.job.FlusherFunction;
import io.sluice.infra.job.Platform;
import io.sluice.metrics.Observability;
import io.sluice.metrics.Metric;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.stepfunctions.IStateMachine;
import software.constructs.Construct;

/// The alarms of one stream. `docs/how-to/operations.md` says of each what it means and what to do.
final class StreamAlarms extends Construct {
    static final Duration FIVE_MINUTES = Duration.minutes(5);
    /// AWS's own values are some minutes late.
    private static final int SILENT_MINUTES_MIN = 3;
    /// Has an hourly sweep in it, whenever that ends.
    private static final Duration SWEEPS_PERIOD = Duration.hours(2);
    /// Half a day: a pass has a day's time.
    private static final int SWEEPS_PERIODS = 6;
    /// A single request that is tried again may take that long.
    private static final double FRESH_SECONDS_MIN = 60;
    /// Half of what CloudWatch draws a share from.
    private static final double HALF_PERCENT = 50;
    /// A job that is started once a day is looked for in two: a day's window may begin just after one start and end
    /// just before the next.
    private static final int DAYS = 2;
    /// Those of a stream with `Sluice.Observability` `minimal`: each says that records are lost, stuck or late. What
    /// the others say is why, or that room is not given back.
    private static final Set<String> MINIMAL = Set.of("DamagedChunks", "FirehoseDelivery", "FirehoseFreshness",
            "FirehoseGaveUp", "FirehosePartitions", "FlusherNotRunning", "Freshness", "IteratorAge", "KafkaFailures",
            "DynamoDbFailures", "KinesisFailures", "LogsFailures", "LogsLost", "ObjectFailures", "ObjectsNotTaken",
            "QueueAge", "ReconciliationMismatch", "RecordsRejected", "SourceNotRead", "TransformErrors");

    private final StreamDefinition definition;
    private final StreamMetrics metrics;
    private final Optional<ITopic> topic;
    private final Platform platform;
    private final Map<String, IAlarm> alarms = new TreeMap<>();

    StreamAlarms(Construct scope, String id, StreamDefinition definition, Optional<ITopic> topic,
            Platform platform) {
        super(scope, id);
        this.definition = definition;
        this.metrics = new StreamMetrics(definition.stream());
        this.topic = topic;
        this.platform = platform;
    }

    /// Ingest fails or is held back.
    void watchTransform(Function transform) {
        alarm("TransformErrors", "The transform function fails; Firehose or Kinesis retries the batches",
                transform.metricErrors(sum()), AlarmRule.above(0, 3));
        alarm("TransformThrottles", "The transform function is refused executions",
                transform.metricThrottles(sum()), AlarmRule.above(0, 2));
        alarm("RecordsRejected", "More than half of the records go to the error output",
                metrics.rejectedShare(Duration.minutes(15)), AlarmRule.above(HALF_PERCENT, 1));
    }

    /// Index writes exceed what the shards take.
    void watchIndex(ITable index) {
        alarm("IndexThrottles", "DynamoDB throttles writes to the index",
                StreamMetrics.table(index.getTableName(), "WriteThrottleEvents", "Sum", FIVE_MINUTES),
                AlarmRule.above(0, 1));
    }

    /// Delivery is late, failing, contradictory or not happening.
    void watchFlusher(FlusherFunction flusher) {
        var function = flusher.function().function();
        alarm("Freshness", "Records wait for delivery longer than twice the buffering interval",
                metrics.own(Metric.DATA_FRESHNESS, "Maximum", FIVE_MINUTES),
                AlarmRule.above(Math.max(FRESH_SECONDS_MIN,
                        2.0 * definition.configuration().intervalLongest().toSeconds()), 2));
        alarm("DeliveriesFailed", "Objects cannot be written; they are retried, then go to the error output",
                metrics.own(Metric.DELIVERIES_FAILED, "Sum", FIVE_MINUTES), AlarmRule.above(0, 2));
        alarm("DamagedChunks", "Staged bytes fail their checksum or are not there; their deliveries wait",
                metrics.own(Metric.DAMAGED_CHUNKS, "Maximum", FIVE_MINUTES), AlarmRule.above(0, 1));
        alarm("ReconciliationMismatch", "An object of ours has content that is not ours",
                metrics.own(Metric.RECONCILIATION_MISMATCH, "Sum", FIVE_MINUTES), AlarmRule.above(0, 1));
        alarm("FlusherErrors", "Flush runs fail", function.metricErrors(sum()), AlarmRule.above(0, 2));
        alarm("FlusherThrottles", "Flush runs are refused: runs take longer than their schedule allows",
                function.metricThrottles(sum()), AlarmRule.above(0, 3));
        alarm("FlusherNotRunning", "No flush run has started for four intervals",
                StreamMetrics.going(function.metricInvocations(silence(FlusherFunction.everyMinutes(definition)))),
                AlarmRule.silence());
        var several = Duration.minutes(Math.max(15, 5 * FlusherFunction.everyMinutes(definition)));
        alarm("FlusherFailures", "Several flush runs were given up; the queue describes them",
                flusher.failures().metricNumberOfMessagesSent(
                        MetricOptions.builder().statistic("Sum").period(several).build()),
                AlarmRule.above(2, 1));
        alarm("SweepsUnfinished", "For half a day no sweep of the staging bucket came to its end",
                metrics.own(Metric.SWEEPS_UNFINISHED, "Maximum", SWEEPS_PERIOD),
                AlarmRule.above(0, SWEEPS_PERIODS));
        watchStarts("SweepsNotRunning", "No sweep of the staging bucket has begun for two days", flusher,
                metrics.own(Metric.SWEEPS_UNFINISHED, "SampleCount", Duration.days(1)));
        flusher.ticks().ifPresent(ticks -> alarm("TicksNotRunning",
                "No tick was carried out: runs are a minute apart at the best",
                StreamMetrics.going(ticks.queue().metricNumberOfMessagesDeleted(silence(1))), AlarmRule.silence()));
    }

    /// Watches the daily retention: where it fails or is not started, too old objects stay.
    void watchRetention(Function retention, FlusherFunction flusher) {
        watchStarts("RetentionNotRunning", "No retention run has begun for two days", flusher,
                retention.metricInvocations(daily()));
        alarm("RetentionErrors", "The daily removal of what is too old fails", retention.metricErrors(sum()),
                AlarmRule.above(0, 1));
        alarm("RemovalsFailed", "Objects that are due by retention or an erasure cannot be deleted",
                metrics.own(Metric.REMOVALS_FAILED, "Sum", FIVE_MINUTES), AlarmRule.above(0, 1));
    }

    /// A day that is over stays in many small objects, or sources stay that were joined.
    void watchCompaction(IStateMachine machine, FlusherFunction flusher) {
        watchStarts("CompactionNotRunning", "No compaction has begun for two days", flusher,
                machine.metricStarted(daily()));
        alarm("CompactionErrors", "The daily compaction fails; its execution names the days",
                machine.metricFailed(sum()),
                AlarmRule.above(0, 1));
    }

    /// A job that is to start once a day. A stream that is younger than the two days that are looked at is not told
    /// from one whose flusher was down for half of one of them, and neither is this alarm's matter.
    private void watchStarts(String id, String description, FlusherFunction flusher,
            software.amazon.awscdk.services.cloudwatch.Metric starts) {
        var halfADay = Duration.days(1).toMinutes().intValue() / FlusherFunction.everyMinutes(definition) / 2;
        alarm(id, description,
                StreamMetrics.startsWhile(flusher.function().function().metricInvocations(daily()), halfADay, starts),
                AlarmRule.below(1, DAYS, TreatMissingData.NOT_BREACHING));
    }

    /// Adds an alarm, unless the stream has only those that it cannot do without and this is none of them.
    void alarm(String id, String description, IMetric metric, AlarmRule rule) {
        if (definition.observability() == Observability.MINIMAL && !MINIMAL.contains(id)) {
            return;
        }
        var alarm = Alarm.Builder.create(this, id).alarmName(platform.name(id))
                .alarmDescription("Sluice stream %s: %s. Runbook: %s#%s".formatted(definition.stream(), description,
                        platform.options().runbooks(), id.toLowerCase(Locale.ROOT)))
                .metric(metric)
                .comparisonOperator(rule.comparison()).threshold(rule.threshold()).evaluationPeriods(rule.periods())
                .datapointsToAlarm(rule.breaching() == rule.periods() ? null : rule.breaching())
                .treatMissingData(rule.missing()).build();
        alarms.put(id, alarm);
        topic.map(SnsAction::new).ifPresent(tell -> {
            alarm.addAlarmAction(tell);
            alarm.addOkAction(tell);
        });
    }

    /// By the names that the operations page knows them by.
    Map<String, IAlarm> alarms() {
        return Collections.unmodifiableMap(alarms);
    }

    /// In periods of which no schedule of so many minutes leaves one out.
    private static MetricOptions silence(int everyMinutes) {
        return MetricOptions.builder().statistic("Sum")
                .period(Duration.minutes(Math.max(SILENT_MINUTES_MIN, 2 * everyMinutes))).build();
    }

    private static MetricOptions daily() {
        return MetricOptions.builder().statistic("Sum").period(Duration.days(1)).build();
    }

    static MetricOptions sum() {
        return MetricOptions.builder().statistic("Sum").period(FIVE_MINUTES).build();
    }
}
