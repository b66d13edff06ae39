package io.sluice.benchmarks.cost;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.benchmarks.live.DeliveredRecords;
import io.sluice.benchmarks.live.StreamEnvironment;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.codec.Compression;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/// DynamoDB's own answer to what a batch consumes, on the embedded server.
final class WriteUnits {
    private static final Goal ONE = Goal.figureAtMost(1);
    private static final int RECORD_BYTES = 400;
    /// Batches of the last run.
    private static final int MANY = 5;

    private WriteUnits() {}

    static List<Figure> of(int partitions, Effort effort) throws IOException {
        Clickstream clicks = new Clickstream(RECORD_BYTES, partitions);
        int records = effort.pick(partitions, 7_500, 7_500);
        try (MeasuredFolder workspace = MeasuredFolder.create();
                EmbeddedServices services = EmbeddedServices.start(workspace.folder("out"), workspace.folder("work"),
                        Clickstream.NAME);
                StreamEnvironment stream = new StreamEnvironment(services,
                        ClickstreamConfiguration.buffer(Compression.GZIP),
                        InstantSource.system())) {
            stage(stream, clicks, 0, 1, records); // makes the shards known, once in an environment
            drained(stream); // begins the stream, once
            stage(stream, clicks, 1, 1, records);
            double one = drained(stream);
            double before = stream.requests().writeUnits();
            stage(stream, clicks, 2, MANY, records);
            double written = (stream.requests().writeUnits() - before) / MANY;
            double deleted = (drained(stream) - one) / (MANY - 1);
            DeliveredRecords.check(workspace.folder("out"), RecordSum.of(clicks, 0, (2L + MANY) * records));
            String name = String.format(Locale.ROOT, "write units of a batch, %,d partitions", partitions);
            return List.of(Figure.of(name + ", to write", written, "units/batch").withGoal(ONE),
                    Figure.of(name + ", to delete", deleted, "units/batch").withGoal(ONE),
                    Figure.of(name + ", a flush run's own", one - deleted, "units/run"));
        }
    }

    private static void stage(StreamEnvironment stream, Clickstream clicks, int from, int batches, int records)
            throws IOException {
        for (int i = from; i < from + batches; i++) {
            stream.stage(Clickstream.event(clicks.batch(i, (long) i * records, records)));
        }
    }

    /// The write units of a run that folds and delivers all there is.
    private static double drained(StreamEnvironment stream) throws IOException {
        double before = stream.requests().writeUnits();
        stream.drain();
        return stream.requests().writeUnits() - before;
    }
}
