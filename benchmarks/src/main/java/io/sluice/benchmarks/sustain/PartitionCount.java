package io.sluice.benchmarks.sustain;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.flush.FlushSettings;
import java.time.Duration;
import java.util.function.DoubleUnaryOperator;

/// One number of partitions: the batches of such a stream, and what intervals of them took. For one thread.
final class PartitionCount {
    private static final int RECORD_BYTES = 400;
    /// Freshness, in intervals, from which on a probe is not worth the while: five minutes.
    private static final double GIVE_UP = 6;
    private static final int BISECTIONS = 40;

    private final int partitions;
    private final ClientCost client;
    private final Templates templates;

    PartitionCount(int partitions, int recordsPerBatch, int warmUp, ClientCost client) {
        this.partitions = partitions;
        this.client = client;
        this.templates = new Templates(new Clickstream(RECORD_BYTES, partitions), recordsPerBatch, warmUp);
    }

    int partitions() {
        return partitions;
    }

    Templates templates() {
        return templates;
    }

    SustainedTraffic traffic(double bytesPerSecond, int buffers) {
        return new SustainedTraffic(bytesPerSecond, templates.batchBytes(), buffers);
    }

    /// The time that an invocation of the transform function lasts.
    Duration transform() {
        return SustainedTraffic.transform(templates.ingestNanos(), client, templates.segmentBytes());
    }

    /// Executes one interval with so many batches, and returns what it takes.
    Point probe(int batches, BufferLoad.Function function) {
        double rate = batches * templates.batchBytes() / SustainedTraffic.intervalSeconds();
        BufferFigures buffer = new VirtualBuffer(BufferLoad.probe(rate, function), templates, Stores.STATED, client,
                Cloud.Contents.COUNTED).live(GIVE_UP);
        requireAll(buffer);
        return Point.of(buffer, Pipeline.REQUESTS_MAX);
    }

    /// The line through one and two times so many batches.
    Line line(int batches, BufferLoad.Function function) {
        return line(batches, 2 * batches, function);
    }

    Line line(int batches, int more, BufferLoad.Function function) {
        return new Line(probe(batches, function), probe(more, function), reads(function));
    }

    private Reads reads(BufferLoad.Function function) {
        FlushSettings settings = function.settings(() -> VirtualTime.at(0));
        return new Reads(templates.segmentBytes(), templates.directoryBytes(), settings.flushMemoryBytesMax(),
                settings.directoryBytesMax(), function.slices(), client, function.processorShare(),
                Pipeline.REQUESTS_MAX);
    }

    /// Intervals under the schedule.
    BufferFigures live(double bytesPerSecond, int intervals, BufferLoad.Function function) {
        BufferFigures buffer = new VirtualBuffer(BufferLoad.of(bytesPerSecond, intervals, function), templates,
                Stores.STATED,
                client,
                Cloud.Contents.COUNTED).live(GIVE_UP);
        if (!buffer.late()) {
            requireAll(buffer);
        }
        return buffer;
    }

    /// The highest rate that a buffer sustains on a line, by bisection, in bytes a second; 0 where it sustains none.
    double ceiling(Line line) {
        return bisect(rate -> {
            SustainedTraffic traffic = traffic(rate, 1);
            return SustainedTraffic.sustains(line.at(traffic.batches())) ? 1 : 0;
        });
    }

    private static double bisect(DoubleUnaryOperator holds) {
        double low = 0;
        double high = 1e11;
        for (int i = 0; i < BISECTIONS; i++) {
            // Rates are compared by their ratio, not by their difference.
            double middle = low == 0 ? high / 10 : Math.sqrt(low * high);
            if (holds.applyAsDouble(middle) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high < 1e3 ? 0 : low;
    }

    private void requireAll(BufferFigures buffer) {
        WrongOutputException.unlessEqual("sustain: records delivered", buffer.batches() * templates.recordsPerBatch(),
                buffer.delivered());
    }
}
