package io.sluice.infra;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;

/// What watches a stream's source: how far reading lags behind it, and what it gives up.
final class SourceWatch {
    /// The index of the name in a queue's ARN.
    private static final int QUEUE_NAME = 5;
    /// Two in a row, so that what came at the end of one may be read at the beginning of the next.
    private static final Duration UNREAD_PERIOD = Duration.minutes(30);
    private static final int UNREAD_PERIODS = 2;
    /// An attempt at an object is half an hour after the one before.
    private static final Duration ATTEMPTS_PERIOD = Duration.hours(1);

    private final StreamDefinition definition;
    private final StreamAlarms alarms;
    private final StreamMetrics metrics;
    private final List<IMetric> lag = new ArrayList<>();

    SourceWatch(StreamDefinition definition, StreamAlarms alarms) {
        this.definition = definition;
        this.alarms = alarms;
        this.metrics = new StreamMetrics(definition.stream());
    }

    /// How far reading lags behind the source, in the source's own measure; empty where it has none.
    List<IMetric> lag() {
        return List.copyOf(lag);
    }

    /// Watches a Kinesis stream that invokes the function: records that come while nobody reads. The name is taken from
    /// the ARN: another reference to a stream in another stack would keep the source from being changed.
    void watchKinesis(IStream stream, Function transform) {
        watchIterator(transform);
        watchUnread(StreamMetrics.kinesis(Fn.select(1, Fn.split("/", stream.getStreamArn(), 2)), "IncomingRecords",
                "Sum", UNREAD_PERIOD), transform);
    }

    /// Watches the stream of a table that invokes the function. Where the mapping's filters leave changes out, nobody
    /// can tell one that none matched from one that is not read.
    void watchChanges(TableChanges changes, Function transform) {
        watchIterator(transform);
        if (changes.reading().filters().isEmpty()) {
            watchUnread(StreamMetrics.table(Fn.select(1, Fn.split("/", changes.streamArn(), 3)),
                    "ConsumedWriteCapacityUnits", "Sum", UNREAD_PERIOD), transform);
        }
    }

    private void watchUnread(Metric incoming, Function transform) {
        alarms.alarm("SourceNotRead", "The source is written to, and nothing invokes the function for an hour",
                StreamMetrics.unread(incoming, transform.metricInvocations(unread())),
                AlarmRule.above(0, UNREAD_PERIODS));
    }

    private static MetricOptions unread() {
        return MetricOptions.builder().statistic("Sum").period(UNREAD_PERIOD).build();
    }

    /// Topics: how far reading lags behind, in records.
    void watchTopics(Function transform) {
        lag.add(transform.metric("OffsetLag", MetricOptions.builder().statistic("Maximum").build()));
    }

    /// Watches the stack's own queue of uploads, and what fails of them again and again.
    void watchObjects(IQueue queue) {
        watchQueue(queue.getQueueArn());
        alarms.alarm("ObjectsNotTaken", "Objects could not be read at two attempts or more",
                metrics.own(io.sluice.metrics.Metric.OBJECTS_NOT_TAKEN, "Sum", ATTEMPTS_PERIOD), AlarmRule.above(0, 2));
    }

    /// Something was given up and described in `queue`.
    void watchFailures(String id, IQueue queue) {
        alarms.alarm(id, "Invocations were given up; the queue describes them",
                queue.metricApproximateNumberOfMessagesVisible(
                        MetricOptions.builder().statistic("Maximum").period(StreamAlarms.FIVE_MINUTES).build()),
                AlarmRule.above(0, 1));
    }

    /// An asynchronous event was given up, and the queue did not take it: nobody has it any more.
    void watchLost(Function transform) {
        alarms.alarm("LogsLost", "Log events were given up, and the queue of what was given up did not take them",
                transform.metric("DestinationDeliveryFailures", StreamAlarms.sum()), AlarmRule.above(0, 1));
    }

    /// A stream of Kinesis or of a table falls behind by more than an hour: retries, or too few shards.
    private void watchIterator(Function transform) {
        var age = transform.metric("IteratorAge",
                MetricOptions.builder().statistic("Maximum").period(StreamAlarms.FIVE_MINUTES).build());
        lag.add(age);
        alarms.alarm("IteratorAge", "Records of the stream that invokes the function wait longer than an hour", age,
                AlarmRule.above(Duration.hours(1).toMilliseconds().doubleValue(), 1));
    }

    /// Messages of a queue wait for more than an hour: attempts that fail, too few invocations, or nobody reads it.
    ///
    /// @param queueArn whose name the metric goes by
    void watchQueue(String queueArn) {
        var age = StreamMetrics.queue(Fn.select(QUEUE_NAME, Fn.split(":", queueArn, QUEUE_NAME + 1)),
                "ApproximateAgeOfOldestMessage", "Maximum", StreamAlarms.FIVE_MINUTES);
        lag.add(age);
        alarms.alarm("QueueAge", "Messages of the queue that invokes the function wait longer than an hour", age,
                AlarmRule.above(Duration.hours(1).toSeconds().doubleValue(), 1));
    }

    /// Watches how far a delivery stream lags behind the Kinesis stream that it reads.
    void watchReading(String deliveryStream) {
        lag.add(StreamMetrics.firehose(deliveryStream, "KinesisMillisBehindLatest", "Maximum",
                StreamAlarms.FIVE_MINUTES));
    }

    /// Watches Firehose's own figures of the delivery stream that invokes the function.
    void watchFirehose(String deliveryStream) {
        alarms.alarm("FirehoseTransform", "Firehose's calls of the transform function fail",
                StreamMetrics.firehose(deliveryStream, "ExecuteProcessing.Success", "Average",
                        StreamAlarms.FIVE_MINUTES),
                AlarmRule.below(1, 3, TreatMissingData.NOT_BREACHING));
        if (definition.isBuffered()) {
            // The function answers every record as dropped, so what Firehose delivers itself has not been staged.
            alarms.alarm("FirehoseGaveUp", "Firehose wrote records itself: batches it gave up, or none that Sluice saw",
                    StreamMetrics.firehose(deliveryStream, "DeliveryToS3.Records", "Sum", StreamAlarms.FIVE_MINUTES),
                    AlarmRule.above(0, 1));
        } else {
            alarms.alarm("FirehoseFreshness", "Firehose delivers later than twice the buffering interval",
                    StreamMetrics.firehose(deliveryStream, "DeliveryToS3.DataFreshness", "Maximum",
                            StreamAlarms.FIVE_MINUTES),
                    AlarmRule.above(2.0 * definition.configuration().interval().toSeconds(), 2));
            alarms.alarm("FirehoseDelivery", "Firehose cannot write objects",
                    StreamMetrics.firehose(deliveryStream, "DeliveryToS3.Success", "Average",
                            StreamAlarms.FIVE_MINUTES),
                    AlarmRule.below(1, 2, TreatMissingData.NOT_BREACHING));
            alarms.alarm("FirehosePartitions", "Firehose sends records to the error output: too many active partitions",
                    StreamMetrics.firehose(deliveryStream, "PartitionCountExceeded", "Maximum",
                            StreamAlarms.FIVE_MINUTES),
                    AlarmRule.above(0, 1));
        }
    }
}
