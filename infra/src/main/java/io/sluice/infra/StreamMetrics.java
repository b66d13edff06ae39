package io.sluice.infra;

import io.sluice.metrics.EmfMetrics;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/// The CloudWatch metrics of one stream, under the names that the functions and Firehose give them.
///
/// @param stream `DeliveryStreamName`
record StreamMetrics(String stream) {
    /// A metric that the functions write.
    Metric own(io.sluice.metrics.Metric metric, String statistic, Duration period) {
        return Metric.Builder.create().namespace(EmfMetrics.NAMESPACE).metricName(metric.cloudWatchName())
                .dimensionsMap(Map.of(EmfMetrics.DIMENSION, stream)).statistic(statistic).period(period).build();
    }

    /// A metric that Firehose writes about a delivery stream.
    ///
    /// @param deliveryStream name of the delivery stream, which is another than this stream's when it is an existing
    ///     one
    static Metric firehose(String deliveryStream, String name, String statistic, Duration period) {
        return Metric.Builder.create().namespace("AWS/Firehose").metricName(name)
                .dimensionsMap(Map.of("DeliveryStreamName", deliveryStream)).statistic(statistic).period(period)
                .build();
    }

    /// A metric that DynamoDB writes about a table.
    static Metric table(String table, String name, String statistic, Duration period) {
        return Metric.Builder.create().namespace("AWS/DynamoDB").metricName(name)
                .dimensionsMap(Map.of("TableName", table)).statistic(statistic).period(period).build();
    }

    /// A metric that Kinesis writes about a stream.
    static Metric kinesis(String stream, String name, String statistic, Duration period) {
        return Metric.Builder.create().namespace("AWS/Kinesis").metricName(name)
                .dimensionsMap(Map.of("StreamName", stream)).statistic(statistic).period(period).build();
    }

    /// A metric that SQS writes about a queue.
    static Metric queue(String queue, String name, String statistic, Duration period) {
        return Metric.Builder.create().namespace("AWS/SQS").metricName(name)
                .dimensionsMap(Map.of("QueueName", queue)).statistic(statistic).period(period).build();
    }

    /// Rejected records of all that went through their steps, in percent; no value where there are none.
    MathExpression rejectedShare(Duration period) {
        return math("100 * rejected / (rejected + succeeded)", "Rejected records, %", period, Map.of(
                "rejected", own(io.sluice.metrics.Metric.RECORDS_REJECTED, "Sum", period),
                "succeeded", own(io.sluice.metrics.Metric.SUCCEEDED_RECORDS, "Sum", period)));
    }

    /// Objects that were written of all that were tried, in percent; no value where none was.
    MathExpression deliverySuccess(Duration period) {
        return math("100 * written / (written + FILL(failed, 0))", "Success of object writes, %", period, Map.of(
                "written", own(io.sluice.metrics.Metric.DELIVERED_OBJECTS, "Sum", period),
                "failed", own(io.sluice.metrics.Metric.DELIVERIES_FAILED, "Sum", period)));
    }

    /// 1 for a period in which something came in and nothing was invoked, and 0 for any other. AWS counts neither where
    /// there is none.
    static MathExpression unread(Metric incoming, Metric invocations) {
        return math("IF(FILL(incoming, 0) > 0 AND FILL(invocations, 0) < 1, 1, 0)", "Unread",
                incoming.getPeriod(), Map.of("incoming", incoming, "invocations", invocations));
    }

    /// How often a job started on a day on which the flusher ran at least so many times; 1 on any other.
    ///
    /// @param flushes by the day, as `starts`
    static MathExpression startsWhile(Metric flushes, int flushesMin, Metric starts) {
        return math("IF(FILL(flushes, 0) >= %d, FILL(starts, 0), 1)".formatted(flushesMin), "Starts",
                Duration.days(1), Map.of("flushes", flushes, "starts", starts));
    }

    /// The number of times that something happened, 0 where it does no longer; no value before it first did, nor where
    /// nothing is known of the periods before. AWS counts neither 0 nor what is not there.
    static MathExpression going(Metric events) {
        return math("FILL(events, 0) + 0 * FILL(events, REPEAT)", "Events", events.getPeriod(),
                Map.of("events", events));
    }

    /// Ordered, so that the template is the same in every process.
    private static MathExpression math(String expression, String label, Duration period, Map<String, IMetric> of) {
        return MathExpression.Builder.create().expression(expression).label(label).period(period)
                .usingMetrics(new TreeMap<>(of)).build();
    }
}
