package io.sluice.metrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The metrics of one run or batch as a line in CloudWatch's embedded metric format: printed to a function's standard
/// output, it becomes metrics without a call. Not safe for use by several threads.
///
/// A line counts as stored custom metrics for the hour it is written in, so runs that did nothing write none.
///
/// See
/// <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html>.
public final class EmfMetrics {
    /// CloudWatch namespace of every metric.
    public static final String NAMESPACE = "Sluice";

    /// The one dimension of every metric: the stream's name.
    public static final String DIMENSION = "DeliveryStreamName";

    private static final JsonFactory JSON = new JsonFactory();
    private static final double EXACT_INTEGER_MAX = 1L << 53;

    private final String stream;
    private final Instant at;
    private final Observability observability;
    private final Map<Metric, Double> values = new EnumMap<>(Metric.class);

    private EmfMetrics(String stream, Instant at, Observability observability) {
        this.stream = stream;
        this.at = at;
        this.observability = observability;
    }

    /// No metrics yet.
    ///
    /// @param stream `DeliveryStreamName`
    /// @param at     when the values were true, to the millisecond
    public static EmfMetrics of(String stream, Instant at) {
        return of(stream, at, Observability.FULL);
    }

    /// The same, of which a line has only what the stream is measured by.
    public static EmfMetrics of(String stream, Instant at, Observability observability) {
        return new EmfMetrics(stream, at, observability);
    }

    /// Adds a value in the metric's own unit.
    ///
    /// @throws IllegalArgumentException when CloudWatch would refuse the value, or when the metric has one already
    public EmfMetrics put(Metric metric, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(metric.cloudWatchName() + " must be a finite number, not " + value);
        }
        if (!observability.writes(metric)) {
            return this;
        }
        if (values.putIfAbsent(metric, value) != null) {
            throw new IllegalArgumentException(metric.cloudWatchName() + " has a value already");
        }
        return this;
    }

    /// Adds a value of what is worth telling only where there is any.
    ///
    /// @throws IllegalArgumentException as [#put]
    public EmfMetrics putAny(Metric metric, double value) {
        return value == 0 ? this : put(metric, value);
    }

    /// The line, without its end; empty when there is no metric.
    public Optional<String> line() {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        var line = new StringWriter();
        try (var json = JSON.createGenerator(line)) {
            json.writeStartObject();
            writeDirective(json);
            json.writeStringField(DIMENSION, stream);
            for (var value : values.entrySet()) {
                json.writeFieldName(value.getKey().cloudWatchName());
                writeNumber(json, value.getValue());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
        return Optional.of(line.toString());
    }

    private void writeDirective(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("_aws");
        json.writeNumberField("Timestamp", at.toEpochMilli());
        json.writeArrayFieldStart("CloudWatchMetrics");
        json.writeStartObject();
        json.writeStringField("Namespace", NAMESPACE);
        json.writeArrayFieldStart("Dimensions");
        json.writeArray(new String[]{DIMENSION}, 0, 1);
        json.writeEndArray();
        json.writeArrayFieldStart("Metrics");
        for (var metric : values.keySet()) {
            json.writeStartObject();
            json.writeStringField("Name", metric.cloudWatchName());
            json.writeStringField("Unit", metric.unit().cloudWatchName());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeNumber(JsonGenerator json, double value) throws IOException {
        if (value == Math.rint(value) && Math.abs(value) <= EXACT_INTEGER_MAX) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
    }
}
