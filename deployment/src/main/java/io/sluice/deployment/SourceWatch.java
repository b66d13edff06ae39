package io.sluice.deployment;

import static io.sluice.deployment.AlarmRule.above;
import static io.sluice.deployment.AlarmRule.below;
import static io.sluice.deployment.DeployedName.TRANSFORM_FUNCTION;
import static io.sluice.deployment.StreamMetrics.function;

import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.metrics.Metric;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// What watches a stream's source: how far reading lags behind it, and what it gives up.
///
/// @param lag   in the source's own measure; empty where it has none
/// @param calls how calls of the API are answered; empty where records come by none
/// @param taker who takes its records
public record SourceWatch(List<StreamAlarm> alarms, List<Single> lag, List<Graph> calls, Taker taker) {
    /// A source that nothing is known of.
    public static final SourceWatch NONE = new SourceWatch(List.of(), List.of());
    /// Servers of somebody else's, of which nothing is known.
    public static final SourceWatch SERVED = new SourceWatch(List.of(), List.of(), List.of(), Taker.SERVERS);

    /// Two in a row, so that what came at the end of one may be read at the beginning of the next.
    private static final Duration UNREAD_PERIOD = Duration.ofMinutes(30);
    private static final int UNREAD_PERIODS = 2;
    /// An attempt at an object is half an hour after the one before.
    private static final Duration ATTEMPTS_PERIOD = Duration.ofHours(1);

    /// Who takes a source's records.
    public enum Taker {
        /// The transform function.
        FUNCTION,
        /// Servers, in its place.
        SERVERS
    }

    /// Metrics that a dashboard shows together.
    public record Graph(String title, List<Single> shown) {}

    private SourceWatch(List<StreamAlarm> alarms, List<Single> lag) {
        this(alarms, lag, List.of(), Taker.FUNCTION);
    }

    /// The same and another.
    public SourceWatch and(SourceWatch other) {
        return new SourceWatch(joined(alarms, other.alarms), joined(lag, other.lag), joined(calls, other.calls),
                taker == Taker.SERVERS ? taker : other.taker);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /// A Kinesis stream that invokes the function: records that come while nobody reads.
    ///
    /// @param stream its name
    public static SourceWatch kinesis(String stream) {
        return iterator().and(unread(StreamMetrics.kinesis(stream, "IncomingRecords")));
    }

    /// The stream of a table that invokes the function, all of whose changes are read. Where a mapping's filters leave
    /// changes out, nobody can tell one that none matched from one that is not read: that is [#iterator].
    ///
    /// @param table its name
    public static SourceWatch changes(String table) {
        return iterator().and(unread(StreamMetrics.table(table, "ConsumedWriteCapacityUnits")));
    }

    /// A stream of Kinesis or of a table falls behind by more than an hour: retries, or too few shards.
    public static SourceWatch iterator() {
        var age = function(TRANSFORM_FUNCTION, "IteratorAge", "Maximum");
        return new SourceWatch(List.of(late("Records of the stream that invokes the function wait longer than an hour",
                age)), List.of(age));
    }

    private static StreamAlarm late(String meaning, Single milliseconds) {
        return new StreamAlarm("IteratorAge", meaning, milliseconds,
                above((double) Duration.ofHours(1).toMillis(), 1));
    }

    private static SourceWatch unread(Single incoming) {
        return of(new StreamAlarm("SourceNotRead",
                "The source is written to, and nothing invokes the function for an hour",
                StreamMetrics.unread(incoming.per(UNREAD_PERIOD),
                        function(TRANSFORM_FUNCTION, "Invocations", "Sum").per(UNREAD_PERIOD)),
                above(0, UNREAD_PERIODS)));
    }

    /// Topics: how far reading lags behind, in records.
    public static SourceWatch topics() {
        return new SourceWatch(List.of(), List.of(function(TRANSFORM_FUNCTION, "OffsetLag", "Maximum")));
    }

    /// Messages of a queue wait for more than an hour: attempts that fail, too few invocations, or nobody reads it.
    ///
    /// @param queue its name
    public static SourceWatch queue(String queue) {
        var age = StreamMetrics.queue(queue, "ApproximateAgeOfOldestMessage", "Maximum");
        return new SourceWatch(List.of(new StreamAlarm("QueueAge",
                "Messages of the queue that invokes the function wait longer than an hour", age,
                above((double) Duration.ofHours(1).toSeconds(), 1))), List.of(age));
    }

    /// The stack's own queue of uploads, what fails of them again and again, and what neither it nor the queue of what
    /// was given up took: EventBridge has that no longer.
    public static SourceWatch uploads(String stream) {
        return queue(DeployedName.SOURCE_QUEUE.toString()).and(of(new StreamAlarm("ObjectsNotTaken",
                "Objects could not be read at two attempts or more",
                new StreamMetrics(stream).own(Metric.OBJECTS_NOT_TAKEN, "Sum", ATTEMPTS_PERIOD), above(0, 2)),
                new StreamAlarm("ObjectsLost", "Events of objects were lost: neither of their queues took them",
                        StreamMetrics.rule(DeployedName.UPLOADS_RULE, "InvocationsFailedToBeSentToDlq"),
                        above(0, 1))));
    }

    /// Something was given up and described in the source's queue.
    ///
    /// @param alarm `KinesisFailures`, …
    public static SourceWatch failures(String alarm) {
        return of(new StreamAlarm(alarm, "Invocations were given up; the queue describes them",
                StreamMetrics.queue(DeployedName.SOURCE_FAILURES_QUEUE.toString(),
                        "ApproximateNumberOfMessagesVisible", "Maximum"),
                above(0, 1)));
    }

    /// An asynchronous event was given up, and the queue did not take it: nobody has it any more.
    public static SourceWatch lost() {
        return of(new StreamAlarm("LogsLost",
                "Log events were given up, and the queue of what was given up did not take them",
                function(TRANSFORM_FUNCTION, "DestinationDeliveryFailures", "Sum"), above(0, 1)));
    }

    /// A Kinesis stream that a delivery stream reads: how far reading lags behind, and records that come while nobody
    /// reads. A delivery stream that may not read calls nobody, and so none of its own figures tells it.
    ///
    /// @param deliveryStream its name
    /// @param stream         name of the Kinesis stream
    public static SourceWatch kinesisThroughFirehose(String deliveryStream, String stream) {
        var behind = StreamMetrics.firehose(deliveryStream, "KinesisMillisBehindLatest", "Maximum");
        return new SourceWatch(List.of(late("Records of the stream that Firehose reads wait longer than an hour",
                behind)), List.of(behind)).and(unread(StreamMetrics.kinesis(stream, "IncomingRecords")));
    }

    /// Firehose's own figures of the delivery stream that invokes the function.
    ///
    /// @param deliveryStream its name
    public static SourceWatch firehose(StreamDefinition definition, String deliveryStream) {
        var calls = of(new StreamAlarm("FirehoseTransform", "Firehose's calls of the transform function fail",
                StreamMetrics.firehose(deliveryStream, "ExecuteProcessing.Success", "Average"),
                below(1, 3)));
        if (definition.isBuffered()) {
            // The function answers every record as dropped, so what Firehose delivers itself has not been staged.
            return calls.and(of(new StreamAlarm("FirehoseGaveUp",
                    "Firehose wrote records itself: batches it gave up, or none that Sluice saw",
                    StreamMetrics.firehose(deliveryStream, "DeliveryToS3.Records", "Sum"), above(0, 1))));
        }
        return calls.and(of(
                new StreamAlarm("FirehoseFreshness", "Firehose delivers later than twice the buffering interval",
                        StreamMetrics.firehose(deliveryStream, "DeliveryToS3.DataFreshness", "Maximum"),
                        above(2.0 * definition.configuration().interval().toSeconds(), 2)),
                new StreamAlarm("FirehoseDelivery", "Firehose cannot write objects",
                        StreamMetrics.firehose(deliveryStream, "DeliveryToS3.Success", "Average"),
                        below(1, 2)),
                new StreamAlarm("FirehosePartitions",
                        "Firehose sends records to the error output: too many active partitions",
                        StreamMetrics.firehose(deliveryStream, "PartitionCountExceeded", "Maximum"), above(0, 1))));
    }

    private static SourceWatch of(StreamAlarm... alarms) {
        return new SourceWatch(List.of(alarms), List.of());
    }
}
