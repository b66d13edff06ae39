package io.sluice.benchmarks.sustain;

import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.flush.FlushSettings;
import io.sluice.lambda.DryRun;
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

    SustainedTraffic traffic(double bytesPerSecond, int lanes) {
        return new SustainedTraffic(bytesPerSecond, templates.batchBytes(), lanes);
    }

    /// The time that an invocation of the transform function lasts.
    Duration transform() {
        return SustainedTraffic.transform(templates.ingestNanos(), client, templates.segmentBytes());
    }

    /// Executes one interval with so many batches, and returns what it takes.
    Point probe(int batches, LaneLoad.Function function) {
        double rate = batches * templates.batchBytes() / SustainedTraffic.intervalSeconds();
        LaneFigures lane = new VirtualLane(LaneLoad.probe(rate, function), templates, Stores.STATED, client,
                Cloud.Contents.COUNTED).live(GIVE_UP);
        requireAll(lane);
        return Point.of(lane, DryRun.requestsMax());
    }

    /// The line through one and two times so many batches.
    Line line(int batches, LaneLoad.Function function) {
        return line(batches, 2 * batches, function);
    }

    Line line(int batches, int more, LaneLoad.Function function) {
        return new Line(probe(batches, function), probe(more, function), reads(function));
    }

    private Reads reads(LaneLoad.Function function) {
        FlushSettings settings = function.settings(() -> VirtualTime.at(0));
        return new Reads(templates.segmentBytes(), templates.directoryBytes(), settings.waveBytesMax(),
                settings.directoryBytesMax(), function.slices(), client, function.processorShare(),
                DryRun.requestsMax());
    }

    /// Intervals under the schedule.
    LaneFigures live(double bytesPerSecond, int intervals, LaneLoad.Function function) {
        LaneFigures lane = new VirtualLane(LaneLoad.of(bytesPerSecond, intervals, function), templates, Stores.STATED,
                client,
                Cloud.Contents.COUNTED).live(GIVE_UP);
        if (!lane.late()) {
            requireAll(lane);
        }
        return lane;
    }

    /// The highest rate that a lane sustains on a line, by bisection, in bytes a second; 0 where it sustains none.
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

    private void requireAll(LaneFigures lane) {
        WrongOutputException.unlessEqual("sustain: records delivered", lane.batches() * templates.recordsPerBatch(),
                lane.delivered());
    }
}
