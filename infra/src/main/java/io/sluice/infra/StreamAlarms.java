package io.sluice.infra;

import io.sluice.infra.job.FlusherFunction;
import io.sluice.infra.job.Platform;
import io.sluice.metrics.Metric;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.stepfunctions.IStateMachine;
import software.constructs.Construct;

/// The alarms of one stream. `docs/how-to/operations.md` says of each what it means and what to do.
final class StreamAlarms extends Construct {
    private static final Duration FIVE_MINUTES = Duration.minutes(5);
    /// Has an hourly sweep in it, whenever that ends.
    private static final Duration SWEEPS_PERIOD = Duration.hours(2);
    /// Half a day: a pass has a day's time.
    private static final int SWEEPS_PERIODS = 6;
    /// A single request that is tried again may take that long.
    private static final double FRESH_SECONDS_MIN = 60;
    /// The index of the name in a queue's ARN.
    private static final int QUEUE_NAME = 5;

    private final StreamDefinition definition;
    private final StreamMetrics metrics;
    private final Optional<ITopic> topic;
    private final Platform platform;
    private final Map<String, IAlarm> alarms = new TreeMap<>();

    /// The condition on which an alarm goes off.
    ///
    /// @param threshold what breaches
    /// @param periods   breaching periods in a row
    /// @param missing   what a period without data means
    private record Rule(ComparisonOperator comparison, double threshold, int periods, TreatMissingData missing) {
        static Rule above(double threshold, int periods) {
            return new Rule(ComparisonOperator.GREATER_THAN_THRESHOLD, threshold, periods,
                    TreatMissingData.NOT_BREACHING);
        }

        static Rule below(double threshold, int periods, TreatMissingData missing) {
            return new Rule(ComparisonOperator.LESS_THAN_THRESHOLD, threshold, periods, missing);
        }
    }

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
                transform.metricErrors(sum()), Rule.above(0, 3));
        alarm("TransformThrottles", "The transform function is refused executions",
                transform.metricThrottles(sum()), Rule.above(0, 2));
    }

    /// Index writes exceed what the shards take.
    void watchIndex(ITable index) {
        alarm("IndexThrottles", "DynamoDB throttles writes to the index",
                StreamMetrics.table(index.getTableName(), "WriteThrottleEvents", "Sum", FIVE_MINUTES),
                Rule.above(0, 1));
    }

    /// Delivery is late, failing, contradictory or not happening.
    void watchFlusher(FlusherFunction flusher) {
        var function = flusher.function().function();
        alarm("Freshness", "Records wait for delivery longer than twice the buffering interval",
                metrics.own(Metric.DATA_FRESHNESS, "Maximum", FIVE_MINUTES),
                Rule.above(Math.max(FRESH_SECONDS_MIN,
                        2.0 * definition.configuration().intervalLongest().toSeconds()), 2));
        alarm("DeliveriesFailed", "Objects cannot be written; they are retried, then go to the error output",
                metrics.own(Metric.DELIVERIES_FAILED, "Sum", FIVE_MINUTES), Rule.above(0, 2));
        alarm("DamagedChunks", "Staged bytes fail their checksum or are not there; their deliveries wait",
                metrics.own(Metric.DAMAGED_CHUNKS, "Maximum", FIVE_MINUTES), Rule.above(0, 1));
        alarm("ReconciliationMismatch", "An object of ours has content that is not ours",
                metrics.own(Metric.RECONCILIATION_MISMATCH, "Sum", FIVE_MINUTES), Rule.above(0, 1));
        alarm("FlusherErrors", "Flush runs fail", function.metricErrors(sum()), Rule.above(0, 2));
        alarm("FlusherThrottles", "Flush runs are refused: runs take longer than their schedule allows",
                function.metricThrottles(sum()), Rule.above(0, 3));
        var quiet = Duration.minutes(Math.max(5, 3 * FlusherFunction.everyMinutes(definition)));
        alarm("FlusherNotRunning", "No flush run has started for three intervals",
                function.metricInvocations(MetricOptions.builder().statistic("Sum").period(quiet).build()),
                Rule.below(1, 1, TreatMissingData.BREACHING));
        var several = Duration.minutes(Math.max(15, 5 * FlusherFunction.everyMinutes(definition)));
        alarm("FlusherFailures", "Several flush runs were given up; the queue describes them",
                flusher.failures().metricNumberOfMessagesSent(
                        MetricOptions.builder().statistic("Sum").period(several).build()),
                Rule.above(2, 1));
        alarm("SweepsUnfinished", "For half a day no sweep of the staging bucket came to its end",
                metrics.own(Metric.SWEEPS_UNFINISHED, "Maximum", SWEEPS_PERIOD),
                Rule.above(0, SWEEPS_PERIODS));
        flusher.ticks().ifPresent(ticks -> alarm("TicksNotRunning",
                "No tick was carried out: runs are a minute apart at the best",
                ticks.queue().metricNumberOfMessagesDeleted(
                        MetricOptions.builder().statistic("Sum").period(FIVE_MINUTES).build()),
                Rule.below(1, 1, TreatMissingData.BREACHING)));
    }

    /// Watches the daily retention: where it fails, too old objects stay.
    void watchRetention(Function retention) {
        alarm("RetentionErrors", "The daily removal of what is too old fails", retention.metricErrors(sum()),
                Rule.above(0, 1));
        alarm("RemovalsFailed", "Objects that are due by retention or an erasure cannot be deleted",
                metrics.own(Metric.REMOVALS_FAILED, "Sum", FIVE_MINUTES), Rule.above(0, 1));
    }

    /// A day that is over stays in many small objects, or sources stay that were joined.
    void watchCompaction(IStateMachine machine) {
        alarm("CompactionErrors", "The daily compaction fails; its execution names the days",
                machine.metricFailed(sum()),
                Rule.above(0, 1));
    }

    /// Something was given up and described in `queue`.
    void watchFailures(String id, IQueue queue) {
        alarm(id, "Invocations were given up; the queue describes them",
                queue.metricApproximateNumberOfMessagesVisible(
                        MetricOptions.builder().statistic("Maximum").period(FIVE_MINUTES).build()),
                Rule.above(0, 1));
    }

    /// An asynchronous event was given up, and the queue did not take it: nobody has it any more.
    void watchLost(Function transform) {
        alarm("LogsLost", "Log events were given up, and the queue of what was given up did not take them",
                transform.metric("DestinationDeliveryFailures", sum()), Rule.above(0, 1));
    }

    /// A stream of Kinesis or of a table falls behind by more than an hour: retries, or too few shards.
    void watchIterator(Function transform) {
        alarm("IteratorAge", "Records of the stream that invokes the function wait longer than an hour",
                transform.metric("IteratorAge",
                        MetricOptions.builder().statistic("Maximum").period(FIVE_MINUTES).build()),
                Rule.above(Duration.hours(1).toMilliseconds().doubleValue(), 1));
    }

    /// Messages of a queue wait for more than an hour: attempts that fail, too few invocations, or nobody reads it.
    ///
    /// @param queueArn whose name the metric goes by
    void watchQueue(String queueArn) {
        alarm("QueueAge", "Messages of the queue that invokes the function wait longer than an hour",
                StreamMetrics.queue(Fn.select(QUEUE_NAME, Fn.split(":", queueArn, QUEUE_NAME + 1)),
                        "ApproximateAgeOfOldestMessage", "Maximum", FIVE_MINUTES),
                Rule.above(Duration.hours(1).toSeconds().doubleValue(), 1));
    }

    /// Watches Firehose's own figures of the delivery stream that invokes the function.
    void watchFirehose(String deliveryStream) {
        alarm("FirehoseTransform", "Firehose's calls of the transform function fail",
                StreamMetrics.firehose(deliveryStream, "ExecuteProcessing.Success", "Average", FIVE_MINUTES),
                Rule.below(1, 3, TreatMissingData.NOT_BREACHING));
        if (definition.isBuffered()) {
            // The function answers every record as dropped, so what Firehose delivers itself has not been staged.
            alarm("FirehoseGaveUp", "Firehose wrote records itself: batches it gave up, or none that Sluice saw",
                    StreamMetrics.firehose(deliveryStream, "DeliveryToS3.Records", "Sum", FIVE_MINUTES),
                    Rule.above(0, 1));
        } else {
            alarm("FirehoseFreshness", "Firehose delivers later than twice the buffering interval",
                    StreamMetrics.firehose(deliveryStream, "DeliveryToS3.DataFreshness", "Maximum", FIVE_MINUTES),
                    Rule.above(2.0 * definition.configuration().interval().toSeconds(), 2));
            alarm("FirehoseDelivery", "Firehose cannot write objects",
                    StreamMetrics.firehose(deliveryStream, "DeliveryToS3.Success", "Average", FIVE_MINUTES),
                    Rule.below(1, 2, TreatMissingData.NOT_BREACHING));
            alarm("FirehosePartitions", "Firehose sends records to the error output: too many active partitions",
                    StreamMetrics.firehose(deliveryStream, "PartitionCountExceeded", "Maximum", FIVE_MINUTES),
                    Rule.above(0, 1));
        }
    }

    private void alarm(String id, String description, IMetric metric, Rule rule) {
        var alarm = Alarm.Builder.create(this, id).alarmName(platform.name(id))
                .alarmDescription("Sluice stream " + definition.stream() + ": " + description).metric(metric)
                .comparisonOperator(rule.comparison()).threshold(rule.threshold()).evaluationPeriods(rule.periods())
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

    private static MetricOptions sum() {
        return MetricOptions.builder().statistic("Sum").period(FIVE_MINUTES).build();
    }
}
