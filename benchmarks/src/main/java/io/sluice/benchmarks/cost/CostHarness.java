package io.sluice.benchmarks.cost;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// `cost`: dollars per GB beyond ingestion at several rates and numbers of partitions, and what a batch costs the
/// index.
///
/// A real run at the smallest rate counts requests; the other rates are what `sluice plan` makes of a sample, and for
/// that smallest rate the two stand side by side.
public final class CostHarness implements Harness {
    @Override
    public String name() {
        return "cost";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        for (int partitions : effort == Effort.SMOKE ? List.of(100) : List.of(100, 3_000)) {
            progress.accept("cost: write units of a batch of " + partitions + " partitions");
            figures.addAll(WriteUnits.of(partitions, effort));
        }
        progress.accept("cost: a real run");
        figures.addAll(CountedRun.of(effort));
        for (int partitions : effort == Effort.SMOKE ? List.of(10) : List.of(10, 100, 3_000)) {
            for (int megabytes : List.of(1, 10, 100)) {
                progress.accept("cost: " + partitions + " partitions, " + megabytes + " MB/s");
                figures.addAll(PlannedCost.of(partitions, megabytes, effort));
            }
        }
        return figures;
    }
}
