package io.sluice.infra;

import io.sluice.metrics.EmfMetrics;
import java.util.Map;
import software.amazon.awscdk.Duration;
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

    /// A metric that SQS writes about a queue.
    static Metric queue(String queue, String name, String statistic, Duration period) {
        return Metric.Builder.create().namespace("AWS/SQS").metricName(name)
                .dimensionsMap(Map.of("QueueName", queue)).statistic(statistic).period(period).build();
    }
}
