package io.sluice.benchmarks.scale;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// `scale`: the same number of records into more and more partitions, all active at once; a heap of 512 MB, segments
/// and objects as files, the index on the heap. Each size has a process of its own.
public final class ScaleHarness implements Harness {
    private static final Goal BESIDE_FEW = Goal.ratioAtMost(1.3);
    private static final int RECORD_BYTES = 400;
    private static final int FEW = 1_000;
    private static final int MOST = 1_000_000;

    @Override
    public String name() {
        return "scale";
    }

    private static List<Job> jobs(Effort effort) {
        List<Integer> sizes = switch (effort) {
            case SMOKE -> List.of(20);
            case QUICK -> List.of(FEW, 10_000, 100_000);
            case FULL -> List.of(FEW, 10_000, 100_000, MOST);
        };
        int batches = effort.pick(2, 40, 400);
        int records = effort.pick(50, 7_500, 7_500);
        return sizes.stream().map(size -> new Job(size, batches, records, RECORD_BYTES)).toList();
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        double few = Double.NaN;
        for (Job job : jobs(effort)) {
            String name = String.format(Locale.ROOT, "scale, %,d partitions", job.partitions());
            progress.accept(name);
            try (MeasuredFolder workspace = MeasuredFolder.create()) {
                JobResult result = JobProcess.run(job, workspace.folder("job"));
                double micros = result.nanos() / 1e3 / job.records();
                few = Double.isNaN(few) ? micros : few;
                figures.addAll(figures(name, job, result, few));
            }
        }
        return figures;
    }

    private static List<Figure> figures(String name, Job job, JobResult result, double few) {
        double records = job.records();
        Figure time = Figure.of(name, result.nanos() / 1e3 / records, "µs of processor/record").beside(
                String.format(Locale.ROOT, "%,d partitions", FEW), few);
        return List.of(job.partitions() == MOST ? time.withGoal(BESIDE_FEW) : time,
                Figure.of(name + ", ingest's part", result.ingestNanos() / 1e3 / records, "µs of processor/record"),
                Figure.of(name + ", requests", (result.puts() + result.gets()) / records * 1e3,
                        "S3 requests/1,000 records"),
                Figure.of(name + ", write units", (double) result.writeUnits() / job.batches(),
                        "DynamoDB write units/batch, commits included"),
                Figure.of(name + ", staged", result.stagedBytes() / records, "B/record"),
                Figure.of(name + ", delivered", result.objectBytes() / records, "B/record")
                        .beside("staged", result.stagedBytes() / records),
                Figure.of(name + ", peak heap", result.heapPeak() / 1e6, "MB of " + JobProcess.HEAP));
    }
}
