package io.sluice.deployment;

import static io.sluice.deployment.StreamMetrics.function;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.SourceWatch.Taker;
import io.sluice.deployment.WatchedMetric.Computed;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.metrics.Metric;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The page of a stream: the alarms, how far reading lags behind the source, how its calls
/// are answered, is it fresh, how much waits, what is
/// delivered, what is rejected, how the functions do. Its names stand for the deployment's.
///
/// Source: Amazon CloudWatch API reference, "Dashboard body structure and syntax".
public final class DashboardBody {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final int WIDTH = 8;
    private static final int HEIGHT = 6;
    private static final int ALARMS_HEIGHT = 3;
    /// A dashboard's own width.
    private static final int PAGE = 24;
    /// What CloudWatch takes where nothing is said.
    private static final Duration USUAL_PERIOD = Duration.ofMinutes(5);
    private static final String USUAL_STATISTIC = "Average";

    private final StreamDefinition definition;
    private final Taker taker;
    private final StreamMetrics metrics;
    private final ArrayNode widgets = JsonNodeFactory.instance.arrayNode();
    private int column;
    private int line;

    private DashboardBody(StreamDefinition definition, Taker taker) {
        this.definition = definition;
        this.taker = taker;
        this.metrics = new StreamMetrics(definition.stream());
    }

    /// The JSON of a page.
    ///
    /// @param alarmArns of all alarms, in the order in which they are shown
    /// @param source    what is known of the source
    public static String of(StreamDefinition definition, List<String> alarmArns, SourceWatch source) {
        var page = new DashboardBody(definition, source.taker());
        page.alarms(alarmArns);
        if (!source.lag().isEmpty()) {
            page.graph("Behind the source", source.lag());
        }
        page.newRow();
        source.calls().forEach(calls -> page.graph(calls.title(),
                calls.shown().stream().map(each -> each.per(PERIOD)).toList()));
        page.newRow();
        if (definition.isBuffered()) {
            page.buffer();
        } else {
            page.firehose();
        }
        page.newRow();
        page.functions();
        return JsonNodeFactory.instance.objectNode().set("widgets", page.widgets).toString();
    }

    private void alarms(List<String> arns) {
        var shown = JsonNodeFactory.instance.arrayNode();
        arns.forEach(shown::add);
        ObjectNode properties = JsonNodeFactory.instance.objectNode().put("title", "Alarms");
        properties.set("alarms", shown);
        widgets.add(widget("alarm", PAGE, ALARMS_HEIGHT, properties));
        line = ALARMS_HEIGHT;
    }

    private void buffer() {
        own("Age of the oldest waiting", "Maximum", Metric.DATA_FRESHNESS);
        own("Waiting bytes", "Maximum", Metric.PENDING_BYTES);
        partitions();
        own("Delivered bytes", "Sum", Metric.DELIVERED_BYTES);
        own("Delivered objects", "Sum", Metric.DELIVERED_OBJECTS);
        own("Delivered and unconverted records", "Sum", Metric.DELIVERED_RECORDS, Metric.FAILED_CONVERSION_RECORDS);
        own("Open and failed deliveries", "Maximum", Metric.DELIVERIES_OPEN, Metric.DELIVERIES_FAILED,
                Metric.DAMAGED_CHUNKS, Metric.DISCARDED_RECORDS, Metric.RECONCILIATION_MISMATCH);
        own("Records that a source repeated", "Sum", Metric.REPEATED_RECORDS);
        graph("Index write units", List.of(StreamMetrics
                .table(DeployedName.INDEX_TABLE.toString(), "ConsumedWriteCapacityUnits").per(PERIOD)));
        graph("Success of object writes", metrics.deliverySuccess(PERIOD));
        own("Removed objects", "Sum", Metric.REMOVED_OBJECTS, Metric.REMOVALS_FAILED);
        own("Removed bytes", "Sum", Metric.REMOVED_BYTES);
        own("Unfinished sweeps", "Maximum", Metric.SWEEPS_UNFINISHED);
        if (definition.eventTarget().isPresent()) {
            own("Age of the oldest landing that is not told", "Maximum", Metric.LANDING_EVENTS_LAG);
            own("Age of the time until which all is complete", "Maximum", Metric.COMPLETENESS_LAG);
        }
        if (definition.icebergTable().isPresent()) {
            own("Age of the oldest landing that is not in the table", "Maximum", Metric.ICEBERG_LAG);
            own("Commits, files and failures of the table", "Sum", Metric.ICEBERG_COMMITS, Metric.ICEBERG_FILES,
                    Metric.ICEBERG_FAILURES);
        }
    }

    private void firehose() {
        firehose("Age of the oldest waiting", "Maximum", "DeliveryToS3.DataFreshness");
        firehose("Active partitions", "Maximum", "PartitionCount", "ActivePartitionsLimit");
        firehose("Delivered records", "Sum", "DeliveryToS3.Records");
        firehose("Delivered objects", "Sum", "DeliveryToS3.ObjectCount");
        firehose("Delivered bytes", "Sum", "DeliveryToS3.Bytes");
        firehose("Success", "Average", "DeliveryToS3.Success", "ExecuteProcessing.Success");
    }

    private void functions() {
        own("Taken and rejected", "Sum", Metric.SUCCEEDED_RECORDS, Metric.RECORDS_REJECTED,
                Metric.OBJECTS_NOT_TAKEN);
        own("jq", "p99", Metric.JQ_DURATION);
        functions("Function errors", "Errors", "Sum");
        newRow();
        functions("Duration, p99", "Duration", "p99");
        functions("Invocations", "Invocations", "Sum");
        functions("Throttles", "Throttles", "Sum");
    }

    /// With the limit as a line.
    private void partitions() {
        var properties = properties("Active partitions");
        properties.putArray("metrics").add(metric(metrics.own(Metric.PARTITION_COUNT, "Maximum", PERIOD)));
        definition.configuration().sluice().activePartitionLimit()
                .ifPresent(most -> properties.putObject("annotations").putArray("horizontal").addObject()
                        .put("value", most).put("label", "ActivePartitionsLimit"));
        graph(properties);
    }

    private void own(String title, String statistic, Metric... shown) {
        graph(title, Arrays.stream(shown).map(metric -> metrics.own(metric, statistic, PERIOD)).toList());
    }

    private void firehose(String title, String statistic, String... names) {
        graph(title, Arrays.stream(names)
                .map(name -> StreamMetrics.firehose(definition.stream(), name, statistic).per(PERIOD)).toList());
    }

    private void functions(String title, String metric, String statistic) {
        var shown = Stream.concat(
                Stream.of(DeployedName.TRANSFORM_FUNCTION).filter(_ -> taker == Taker.FUNCTION),
                Stream.of(DeployedName.FLUSH_FUNCTION).filter(_ -> definition.isBuffered()));
        graph(title, shown.map(each -> function(each, metric, statistic).per(PERIOD)).toList());
    }

    private void graph(String title, List<Single> shown) {
        var properties = properties(title);
        var lines = properties.putArray("metrics");
        shown.forEach(each -> lines.add(metric(each)));
        graph(properties);
    }

    private void graph(String title, Computed shown) {
        var properties = properties(title);
        var lines = properties.putArray("metrics");
        lines.addArray().addObject().put("label", shown.label()).put("expression", shown.expression())
                .put("period", shown.period().toSeconds());
        shown.of().forEach((id, each) -> lines.add(named(each).add(
                JsonNodeFactory.instance.objectNode().put("period", each.period().toSeconds())
                        .put("stat", each.statistic()).put("visible", false).put("id", id))));
        graph(properties);
    }

    private static ObjectNode properties(String title) {
        return JsonNodeFactory.instance.objectNode().put("view", "timeSeries").put("title", title).put("region",
                DeployedName.REGION.toString());
    }

    private void graph(ObjectNode properties) {
        properties.putObject("yAxis");
        if (column + WIDTH > PAGE) {
            newRow();
        }
        widgets.add(widget("metric", WIDTH, HEIGHT, properties));
        column += WIDTH;
    }

    private ObjectNode widget(String type, int width, int height, ObjectNode properties) {
        ObjectNode widget = JsonNodeFactory.instance.objectNode().put("type", type).put("width", width)
                .put("height", height).put("x", column).put("y", line);
        widget.set("properties", properties);
        return widget;
    }

    private static ArrayNode metric(Single shown) {
        var metric = named(shown);
        var options = JsonNodeFactory.instance.objectNode();
        if (!shown.period().equals(USUAL_PERIOD)) {
            options.put("period", shown.period().toSeconds());
        }
        if (!shown.statistic().equals(USUAL_STATISTIC)) {
            options.put("stat", shown.statistic());
        }
        return options.isEmpty() ? metric : metric.add(options);
    }

    private static ArrayNode named(Single shown) {
        var metric = JsonNodeFactory.instance.arrayNode().add(shown.namespace()).add(shown.name());
        shown.dimensions().forEach((name, value) -> metric.add(name).add(value));
        return metric;
    }

    private void newRow() {
        if (column > 0) {
            column = 0;
            line += HEIGHT;
        }
    }
}
