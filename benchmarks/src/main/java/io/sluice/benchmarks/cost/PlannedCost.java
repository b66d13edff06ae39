package io.sluice.benchmarks.cost;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.codec.Compression;
import io.sluice.local.batch.Batch;
import io.sluice.local.plan.Forecast;
import io.sluice.local.plan.Forecaster;
import io.sluice.local.plan.MonthlyCost;
import io.sluice.local.plan.Prices;
import io.sluice.local.plan.Rate;
import io.sluice.local.plan.Sample;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The cost that `sluice plan` tells of the clickstream at a rate.
final class PlannedCost {
    private static final int RECORD_BYTES = 400;
    private static final int FEW_PARTITIONS = 100;
    private static final int MANY_PARTITIONS = 3_000;
    private static final int MANY_MEGABYTES = 10;
    private static final Goal OF_MANY = Goal.ratioAtMost(0.3);

    private PlannedCost() {}

    static List<Figure> of(int partitions, int megabytesPerSecond, Effort effort) {
        int records = effort.pick(2 * partitions, 30_000, 60_000);
        Batch all = new Clickstream(RECORD_BYTES, partitions).batch(0, 0, records);
        Sample sample = new Sample(all.records(), all.dataBytes(), Duration.ZERO, true);
        Forecaster forecaster = new Forecaster(ClickstreamConfiguration.buffer(Compression.GZIP).parsed(), List.of(),
                Prices.load(), InstantSource.system(), ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
        Forecast forecast = forecaster.forecast(sample, Optional.of(new Rate.Bytes(megabytesPerSecond * 1e6)));
        MonthlyCost month = forecast.cost();
        double ours = month.perGigabyte(month.cost().sluice().total());
        String name = String.format(Locale.ROOT, "cost, %,d partitions, %d MB/s", partitions, megabytesPerSecond);
        Figure beside = Figure.of(name, ours, "$/GB").beside("Firehose dynamic partitioning",
                month.perGigabyte(month.cost().firehose().total()));
        return List.of(goal(partitions, megabytesPerSecond).map(beside::withGoal).orElse(beside),
                Figure.of(name, ours, "$/GB").beside("an item per batch and partition",
                        month.perGigabyte(month.itemPerPartition())));
    }

    private static Optional<Goal> goal(int partitions, int megabytesPerSecond) {
        if (partitions == MANY_PARTITIONS && megabytesPerSecond == MANY_MEGABYTES) {
            return Optional.of(OF_MANY);
        }
        return Optional.of(CountedRun.HALF).filter(_ -> partitions == FEW_PARTITIONS);
    }
}
