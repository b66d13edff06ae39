package io.sluice.benchmarks.scale;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.report.Figure;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// `backlog`: the flusher was off while batches kept coming, 300 a minute, and is then turned on again. A heap of 512
/// MB, segments and objects as files, the index on the heap.
public final class BacklogHarness implements Harness {
    /// Batches of a day.
    public static final int DAY = 300 * 60 * 24;

    private static final int PARTITIONS = 100;
    private static final int RECORDS = 10;
    private static final int RECORD_BYTES = 400;

    private final Optional<Integer> batches;

    /// @param batches how many wait; empty: a tenth of a day
    public BacklogHarness(Optional<Integer> batches) {
        this.batches = batches;
    }

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException, InterruptedException {
        int many = batches.orElse(effort.pick(40, 4_000, DAY / 10));
        JobResult few = run(Math.max(1, many / 10), progress);
        JobResult all = run(many, progress);
        String name = String.format(Locale.ROOT, "backlog, %,d batches", many);
        return List.of(
                Figure.of(name, all.flushNanos() / 1e3 / many, "µs of processor/batch").beside("a tenth of it",
                        few.flushNanos() / 1e3 / Math.max(1, many / 10)),
                Figure.count(name + ", runs", all.runs(), "runs of 15 min"),
                Figure.count(name + ", commits", all.commits(), "commits"),
                Figure.of(name + ", run time", all.flushWallNanos() / 1e9, "s"),
                Figure.of(name + ", requests", (double) (all.gets() + all.puts() - many) / many, "S3 requests/batch"),
                Figure.of(name + ", peak heap", all.heapPeak() / 1e6, "MB of " + JobProcess.HEAP));
    }

    private static JobResult run(int batches, Consumer<String> progress) throws IOException, InterruptedException {
        progress.accept(String.format(Locale.ROOT, "backlog, %,d batches", batches));
        try (MeasuredFolder workspace = MeasuredFolder.create()) {
            return JobProcess.run(new Job(PARTITIONS, batches, RECORDS, RECORD_BYTES), workspace.folder("job"));
        }
    }
}
