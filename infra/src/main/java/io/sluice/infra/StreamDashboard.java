package io.sluice.infra;

import io.sluice.infra.job.Platform;
import io.sluice.metrics.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.HorizontalAnnotation;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/// A page per stream: the alarms, how far reading lags behind the source, is it fresh, how much waits, what is
/// delivered, what is rejected, how the functions do.
final class StreamDashboard extends Construct {
    private static final Duration PERIOD = Duration.minutes(1);
    private static final int WIDTH = 8;
    /// A dashboard's own width.
    private static final int PAGE = 24;

    private final StreamMetrics metrics;

    /// The properties of a dashboard.
    ///
    /// @param flusher present when Sluice buffers the stream
    /// @param index   likewise
    /// @param lag     how far reading lags behind the source, where it has a measure of that
    /// @param alarms  whose states are shown
    record Props(StreamDefinition definition, Function transform, Optional<Function> flusher, Optional<ITable> index,
            List<IMetric> lag, List<IAlarm> alarms, Platform platform) {}

    StreamDashboard(Construct scope, String id, Props props) {
        super(scope, id);
        var definition = props.definition();
        metrics = new StreamMetrics(definition.stream());
        var functions = Stream.concat(Stream.of(props.transform()), props.flusher().stream()).toList();
        Dashboard.Builder.create(this, "Page").dashboardName(props.platform().name("stream"))
                .widgets(List.of(List.of(states(props.alarms())), source(props.lag()),
                        props.index().map(index -> buffer(definition, index))
                                .orElseGet(() -> firehose(definition.stream())),
                        List.of(own("Taken and rejected", "Sum", Metric.SUCCEEDED_RECORDS,
                                Metric.RECORDS_REJECTED, Metric.OBJECTS_NOT_TAKEN),
                                own("jq", "p99", Metric.JQ_DURATION), functions("Function errors", functions,
                                        function -> function.metricErrors(statistic("Sum")))),
                        List.of(functions("Duration, p99", functions,
                                function -> function.metricDuration(statistic("p99"))),
                                functions("Invocations", functions,
                                        function -> function.metricInvocations(statistic("Sum"))),
                                functions("Throttles", functions,
                                        function -> function.metricThrottles(statistic("Sum"))))))
                .build();
    }

    private static IWidget states(List<IAlarm> alarms) {
        return AlarmStatusWidget.Builder.create().title("Alarms").alarms(alarms).width(PAGE).build();
    }

    /// Nothing, of a source that has no measure of it.
    private List<IWidget> source(List<IMetric> lag) {
        return lag.isEmpty() ? List.of() : List.of(graph("Behind the source", lag));
    }

    private List<IWidget> buffer(StreamDefinition definition, ITable index) {
        return List.of(own("Age of the oldest waiting", "Maximum", Metric.DATA_FRESHNESS),
                own("Waiting bytes", "Maximum", Metric.PENDING_BYTES),
                partitions(definition.configuration().sluice().activePartitionLimit()),
                own("Delivered bytes", "Sum", Metric.DELIVERED_BYTES),
                own("Delivered objects", "Sum", Metric.DELIVERED_OBJECTS),
                own("Delivered and unconverted records", "Sum", Metric.DELIVERED_RECORDS,
                        Metric.FAILED_CONVERSION_RECORDS),
                own("Open and failed deliveries", "Maximum", Metric.DELIVERIES_OPEN, Metric.DELIVERIES_FAILED,
                        Metric.DAMAGED_CHUNKS, Metric.DISCARDED_RECORDS,
                        Metric.RECONCILIATION_MISMATCH),
                own("Records that a source repeated", "Sum", Metric.REPEATED_RECORDS),
                graph("Index write units",
                        List.of(StreamMetrics.table(index.getTableName(), "ConsumedWriteCapacityUnits", "Sum",
                                PERIOD))),
                graph("Success of object writes", List.of(metrics.deliverySuccess(PERIOD))),
                own("Removed objects", "Sum", Metric.REMOVED_OBJECTS, Metric.REMOVALS_FAILED),
                own("Removed bytes", "Sum", Metric.REMOVED_BYTES),
                own("Unfinished sweeps", "Maximum", Metric.SWEEPS_UNFINISHED));
    }

    private List<IWidget> firehose(String stream) {
        return List.of(firehose(stream, "Age of the oldest waiting", "Maximum", "DeliveryToS3.DataFreshness"),
                firehose(stream, "Active partitions", "Maximum", "PartitionCount", "ActivePartitionsLimit"),
                firehose(stream, "Delivered records", "Sum", "DeliveryToS3.Records"),
                firehose(stream, "Delivered objects", "Sum", "DeliveryToS3.ObjectCount"),
                firehose(stream, "Delivered bytes", "Sum", "DeliveryToS3.Bytes"),
                firehose(stream, "Success", "Average", "DeliveryToS3.Success", "ExecuteProcessing.Success"));
    }

    /// With the limit as a line.
    private IWidget partitions(Optional<Integer> limit) {
        return GraphWidget.Builder.create().title("Active partitions").width(WIDTH)
                .left(List.of(metrics.own(Metric.PARTITION_COUNT, "Maximum", PERIOD)))
                .leftAnnotations(limit.map(most -> List.of(HorizontalAnnotation.builder().label("ActivePartitionsLimit")
                        .value(most).build())).orElse(List.of()))
                .build();
    }

    private IWidget own(String title, String statistic, Metric... shown) {
        return graph(title,
                Arrays.stream(shown).<IMetric>map(metric -> metrics.own(metric, statistic, PERIOD)).toList());
    }

    private static IWidget firehose(String stream, String title, String statistic, String... names) {
        return graph(title, Arrays.stream(names)
                .<IMetric>map(name -> StreamMetrics.firehose(stream, name, statistic, PERIOD)).toList());
    }

    private static IWidget functions(String title, List<Function> functions,
            java.util.function.Function<Function, IMetric> metric) {
        return graph(title, functions.stream().map(metric).toList());
    }

    private static IWidget graph(String title, List<IMetric> shown) {
        return GraphWidget.Builder.create().title(title).left(shown).width(WIDTH).build();
    }

    private static MetricOptions statistic(String statistic) {
        return MetricOptions.builder().statistic(statistic).period(PERIOD).build();
    }
}
