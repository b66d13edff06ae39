package io.sluice.deployment;

import io.sluice.deployment.WatchedMetric.Computed;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/// The CloudWatch metrics of one stream, under the names that the functions and AWS give them.
///
/// @param stream `DeliveryStreamName`
record StreamMetrics(String stream) {
    static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    /// A metric that the functions write.
    Single own(Metric metric, String statistic, Duration period) {
        return new Single(EmfMetrics.NAMESPACE, metric.cloudWatchName(), EmfMetrics.DIMENSION, stream, statistic,
                period);
    }

    /// A metric that Firehose writes about a delivery stream.
    ///
    /// @param deliveryStream name of the delivery stream, which is another than this stream's when it is an existing
    ///     one
    static Single firehose(String deliveryStream, String name, String statistic) {
        return new Single("AWS/Firehose", name, "DeliveryStreamName", deliveryStream, statistic, FIVE_MINUTES);
    }

    /// A metric that Lambda writes about a function, over all of its versions.
    static Single function(DeployedName function, String name, String statistic) {
        return new Single("AWS/Lambda", name, "FunctionName", function.toString(), statistic, FIVE_MINUTES);
    }

    /// A metric that Step Functions writes about a state machine.
    static Single machine(DeployedName arn, String name) {
        return new Single("AWS/States", name, "StateMachineArn", arn.toString(), "Sum", FIVE_MINUTES);
    }

    /// A metric that DynamoDB writes about a table.
    static Single table(String table, String name) {
        return new Single("AWS/DynamoDB", name, "TableName", table, "Sum", FIVE_MINUTES);
    }

    /// A metric that Kinesis writes about a stream.
    static Single kinesis(String stream, String name) {
        return new Single("AWS/Kinesis", name, "StreamName", stream, "Sum", FIVE_MINUTES);
    }

    /// A metric that SQS writes about a queue.
    static Single queue(String queue, String name, String statistic) {
        return new Single("AWS/SQS", name, "QueueName", queue, statistic, FIVE_MINUTES);
    }

    /// A metric that EventBridge writes about a rule of the account's default bus.
    static Single rule(DeployedName rule, String name) {
        return new Single("AWS/Events", name, "RuleName", rule.toString(), "Sum", FIVE_MINUTES);
    }

    /// Rejected records of all that went through their steps, in percent; no value where there are none.
    Computed rejectedShare(Duration period) {
        return computed("100 * rejected / (rejected + succeeded)", "Rejected records, %", period, Map.of(
                "rejected", own(Metric.RECORDS_REJECTED, "Sum", period),
                "succeeded", own(Metric.SUCCEEDED_RECORDS, "Sum", period)));
    }

    /// Objects that were written of all that were tried, in percent; no value where none was.
    Computed deliverySuccess(Duration period) {
        return computed("100 * written / (written + FILL(failed, 0))", "Success of object writes, %", period, Map.of(
                "written", own(Metric.DELIVERED_OBJECTS, "Sum", period),
                "failed", own(Metric.DELIVERIES_FAILED, "Sum", period)));
    }

    /// 1 for a period in which something came in and nothing was invoked, and 0 for any other. AWS counts neither where
    /// there is none.
    static Computed unread(Single incoming, Single invocations) {
        return computed("IF(FILL(incoming, 0) > 0 AND FILL(invocations, 0) < 1, 1, 0)", "Unread", incoming.period(),
                Map.of("incoming", incoming, "invocations", invocations));
    }

    /// How often a job started on a day on which the flusher ran at least so many times; 1 on any other.
    ///
    /// @param flushes by the day, as `starts`
    static Computed startsWhile(Single flushes, int flushesMin, Single starts) {
        return computed("IF(FILL(flushes, 0) >= %d, FILL(starts, 0), 1)".formatted(flushesMin), "Starts",
                Duration.ofDays(1), Map.of("flushes", flushes, "starts", starts));
    }

    /// The number of times that something happened, 0 where it does no longer; no value before it first did, nor where
    /// nothing is known of the periods before. AWS counts neither 0 nor what is not there.
    static Computed going(Single events) {
        return computed("FILL(events, 0) + 0 * FILL(events, REPEAT)", "Events", events.period(),
                Map.of("events", events));
    }

    /// The sum of two counts, each 0 where AWS has counted none.
    static Computed either(Single first, Single second) {
        return computed("FILL(first, 0) + FILL(second, 0)", "Either", first.period(),
                Map.of("first", first, "second", second));
    }

    /// The number of times that something happens which AWS counts only where it does, 0 in every other period. Alarms
    /// on a metric of DynamoDB's alone ignore missing data, whatever they ask for (Amazon CloudWatch user guide,
    /// "Configuring how CloudWatch alarms treat missing data"), and so would never be OK again.
    ///
    /// @param rare   what is counted
    /// @param steady something that always goes on: it has values where `rare` has none
    static Computed beside(Single rare, Single steady) {
        return computed("FILL(rare, 0) + 0 * FILL(steady, 0)", "Events", rare.period(),
                Map.of("rare", rare, "steady", steady));
    }

    /// The number of targets that fail their health check; 1 where none is well, or where none is registered any more,
    /// of which AWS counts nothing at all. No value before the first is well.
    static Computed unhealthy(Single healthy, Single unhealthy) {
        return computed("IF(FILL(healthy, 0) + 0 * FILL(healthy, REPEAT) < 1, 1, FILL(unhealthy, 0))", "Unhealthy",
                healthy.period(), Map.of("healthy", healthy, "unhealthy", unhealthy));
    }

    /// Ordered, so that the template is the same in every process.
    private static Computed computed(String expression, String label, Duration period, Map<String, Single> of) {
        return new Computed(expression, label, period, new TreeMap<>(of));
    }
}
