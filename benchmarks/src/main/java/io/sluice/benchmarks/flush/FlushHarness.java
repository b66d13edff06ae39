package io.sluice.benchmarks.flush;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.Clickstream.Filler;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Spread;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.objects.ObjectInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// `flush`: staged segments to delivered objects, GZIP, a whole run of the flusher function on the embedded servers.
///
/// Its time is that of a clock on the wall: requests are waited for. The ratio is of the throughputs, flusher to copy,
/// in each round. The index is in memory: neither DynamoDB nor the S3 server beside it waits for a disk at every item.
public final class FlushHarness implements Harness {
    private static final Goal BESIDE_COPY = Goal.ratioAtLeast(0.8);

    @Override
    public String name() {
        return "flush";
    }

    private static List<FlushShape> shapes(Effort effort) {
        return List.of(
                new FlushShape("flush, few large objects", new Clickstream(1_200, 8, Filler.NOISE),
                        effort.pick(2, 16, 40), effort.pick(20, 2_500, 2_500)),
                new FlushShape("flush, hundreds of objects", new Clickstream(1_200, 400, Filler.NOISE),
                        effort.pick(2, 16, 40), effort.pick(20, 2_500, 2_500)),
                new FlushShape("flush, many small objects", new Clickstream(400, effort.pick(10, 2_000, 5_000)),
                        effort.pick(2, 8, 20), effort.pick(20, 3_000, 3_000)));
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        try (MeasuredFolder workspace = MeasuredFolder.create();
                EmbeddedServices services = EmbeddedServices.startWithIndexInMemory(workspace.folder("out"),
                        workspace.folder("work"), Clickstream.NAME);
                FlushStage stage = new FlushStage(services)) {
            for (FlushShape shape : shapes(effort)) {
                progress.accept(shape.name());
                figures.add(race(shape, stage, effort));
            }
        }
        return figures;
    }

    private static Figure race(FlushShape shape, FlushStage stage, Effort effort) throws IOException {
        StagedBatches batches = shape.stage();
        int rounds = effort.pick(1, 5, 9);
        double[] flushed = new double[rounds];
        double[] copied = new double[rounds];
        double[] ratios = new double[rounds];
        List<ObjectInfo> objects = List.of();
        for (int round = -1; round < rounds; round++) { // the first one warms up, and is checked record by record
            stage.clear(objects);
            long nanos = stage.flush(batches);
            objects = stage.objects();
            long copyNanos = stage.copy(objects);
            if (round < 0) {
                stage.check(objects, batches.records());
                continue;
            }
            double megabytes = objects.stream().mapToLong(ObjectInfo::length).sum() / 1e6;
            flushed[round] = megabytes * 1e9 / nanos;
            copied[round] = megabytes * 1e9 / copyNanos;
            ratios[round] = flushed[round] / copied[round];
        }
        stage.clear(objects);
        return Figure.of(shape.name() + " (" + objects.size() + ")", Spread.of(flushed), "MB/s")
                .beside("GET and PUT of the same objects", Spread.of(copied).median(), Spread.of(ratios))
                .withGoal(BESIDE_COPY);
    }
}
