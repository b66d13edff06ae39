package io.sluice.benchmarks.sustain;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Spread;
import io.sluice.benchmarks.sustain.Report.Basis;
import io.sluice.config.FunctionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// `sustain`: up to which rate one stream keeps up, what runs out first, and what it costs; in virtual time.
public final class SustainHarness implements Harness {
    private static final List<Integer> RATES = List.of(1, 10, 100, 1_000);
    /// A record of 400 bytes: 3 MB, as deployed.
    private static final int RECORDS = 7_500;
    private static final double MEGABYTE = 1e6;
    private static final double GOAL_RATE = 1e9;
    private static final int GOAL_PARTITIONS = 3_000;
    /// 1,024 MB of memory for the flusher, one vCPU for the transform function.
    private static final FunctionMemory MEMORY = new FunctionMemory(1_769, 1_024);
    /// With this the flusher has one vCPU: 512 MB and four times as many.
    private static final BufferLoad.Function ONE_VCPU = new BufferLoad.Function(1, 314, OptionalLong.empty());
    private static final int SLICES = 8;

    private Report report = new Report();
    private final List<Figure> figures = new ArrayList<>();

    @Override
    public String name() {
        return "sustain";
    }

    @Override
    public List<String> tables() {
        return report.lines();
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        report = new Report();
        figures.clear();
        progress.accept("sustain: what a request costs its client");
        ClientCost client = ClientCost.measure(effort);
        report.note(String.format(Locale.ROOT,
                "the SDK's part of a request, processor time: PUT %.0f µs, GET %.0f µs, DynamoDB %.0f µs; "
                        + "%.2f ns a byte sent, %.2f received (TLS's cipher included)",
                client.put() / 1e3,
                client.get() / 1e3, client.index() / 1e3, client.putByte(), client.getByte()));
        report.note(
                String.format(Locale.ROOT, "heap of the process that executed it all, stores included: at most %,d MB",
                        Runtime.getRuntime().maxMemory() >> 20));
        if (effort == Effort.SMOKE) {
            few(new PartitionCount(10, 40, 0, client), 2, effort, progress);
            return List.copyOf(figures);
        }
        few(new PartitionCount(100, RECORDS, 12, client), 100, effort, progress);
        few(new PartitionCount(GOAL_PARTITIONS, RECORDS, 6, client), 50, effort, progress);
        many(new PartitionCount(100_000, RECORDS, 3, client), effort, progress);
        return List.copyOf(figures);
    }

    private void begin(PartitionCount field, int batches, Consumer<String> progress) {
        Templates templates = field.templates();
        report.note(String.format(Locale.ROOT,
                "%,d partitions: a batch has %,d chunks and %,d bytes staged; %.1f ms of processor in the "
                        + "transform function, which takes %.0f ms with its waits: at 1 GB/s %.0f are at work at once",
                field.partitions(), templates.chunks(), templates.segmentBytes(), templates.ingestNanos() / 1e6,
                field.transform().toNanos() / 1e6, field.traffic(GOAL_RATE, 1).transforms(field.transform())));
        progress.accept(String.format(Locale.ROOT, "sustain: %,d partitions", field.partitions()));
        field.probe(Math.max(1, batches / 4), BufferLoad.Function.DEFAULT); // cold code is not what is measured
    }

    /// Every partition has records in each batch.
    ///
    /// @param batches of the smaller executed interval
    private void few(PartitionCount field, int batches, Effort effort, Consumer<String> progress) {
        begin(field, batches, progress);
        wallClock(field, effort);
        Line line = field.line(batches, BufferLoad.Function.DEFAULT);
        if (effort == Effort.FULL) {
            Line checked = line.checkedBy(field.probe(4 * batches, BufferLoad.Function.DEFAULT));
            report.note(String.format(Locale.ROOT,
                    "%,d partitions: the line through %d and %d batches is off by %+.1f %% of the time at %d, and by "
                            + "%+.1f %% of the GETs",
                    field.partitions(), batches, 2 * batches,
                    100 * checked.error().orElseThrow(), 4 * batches, 100 * checked.readsError().orElseThrow()));
            line = checked;
        }
        for (int rate : RATES) {
            cell(field, rate * MEGABYTE, line, effort, progress);
        }
        ceiling(field, "1 GB", line, BufferLoad.Function.DEFAULT, effort, progress);
        buffers(field, "1 GB", line);
        progress.accept(String.format(Locale.ROOT, "sustain: %,d partitions, slices", field.partitions()));
        BufferLoad.Function sliced = BufferLoad.Function.sliced(SLICES);
        Line ofSlices = field.line(batches, sliced);
        ceiling(field, SLICES + " slices of 1 GB", ofSlices, sliced, Effort.SMOKE, progress);
        buffers(field, SLICES + " slices of 1 GB", ofSlices);
        if (effort != Effort.SMOKE) {
            ceiling(field, "one vCPU (`FlushMemoryInMBs` 314)", field.line(batches, ONE_VCPU), ONE_VCPU, Effort.SMOKE,
                    progress);
        }
    }

    /// A partition has no record in most batches, and a record in few: the number of objects is what there is to do.
    private void many(PartitionCount field, Effort effort, Consumer<String> progress) {
        begin(field, 4, progress);
        Line few = field.line(2, BufferLoad.Function.DEFAULT);
        ceiling(field, "1 GB", few, BufferLoad.Function.DEFAULT, Effort.SMOKE, progress);
        report.note(String.format(Locale.ROOT,
                "%,d partitions, few records: %,.0f objects take a run %.1f s, %,.0f take "
                        + "%.1f s",
                field.partitions(), few.small().objects(), few.small().seconds(), few.large().objects(),
                few.large().seconds()));
        progress.accept(String.format(Locale.ROOT, "sustain: %,d partitions, all of them", field.partitions()));
        Line line = field.line(20, 30, BufferLoad.Function.DEFAULT);
        for (int rate : RATES) {
            cell(field, rate * MEGABYTE, line, effort, progress);
        }
        if (effort == Effort.FULL) {
            BufferLoad.Function sliced = BufferLoad.Function.sliced(SLICES);
            // No more objects than one commit decides.
            ceiling(field, SLICES + " slices of 1 GB", field.line(3, sliced), sliced, Effort.SMOKE, progress);
        }
    }

    /// The model at a small point beside the same work by a clock on the wall.
    private void wallClock(PartitionCount field, Effort effort) {
        BufferLoad.Function function = ONE_VCPU;
        int batches = effort.pick(2, 10, 10);
        double rate = batches * field.templates().batchBytes() / SustainedTraffic.intervalSeconds();
        Stores stores = new Stores(Stores.STATED.read(), Stores.STATED.write(), Stores.STATED.index(), 1e15, 1e9, 1e9,
                1e9, Stores.STATED.start());
        double[] wall = new double[effort.pick(1, 3, 5)];
        double[] ratios = new double[wall.length];
        double[] predicted = new double[wall.length];
        for (int round = 0; round < wall.length; round++) {
            BufferFigures buffer = new VirtualBuffer(BufferLoad.probe(rate, function), field.templates(), stores,
                    ClientCost.NONE,
                    Cloud.Contents.COUNTED).live(BufferLoad.FRESHNESS_MAX * 2);
            predicted[round] = (buffer.runs().getFirst().end() - buffer.runs().getFirst().start()) / 1e9;
            wall[round] = new WallClock(stores, field.templates()).run(rate, function);
            ratios[round] = predicted[round] / wall[round];
        }
        figures.add(Figure.of(String.format(Locale.ROOT, "sustain, model of a run, %,d partitions, %d batches",
                field.partitions(), batches), Spread.of(predicted), "s of virtual time")
                .beside("by a clock on the wall", Spread.of(wall).median(), Spread.of(ratios)));
    }

    private void cell(PartitionCount field, double rate, Line line, Effort effort, Consumer<String> progress) {
        SustainedTraffic traffic = field.traffic(rate, 1);
        Optional<Point> executed = line.executed(traffic.batches());
        Point point = executed.orElseGet(() -> line.at(traffic.batches()));
        Basis basis = executed.isPresent() ? Basis.ONE_INTERVAL : Basis.COMPUTED;
        double freshness = SustainedTraffic.freshness(point);
        boolean sustained = SustainedTraffic.sustains(point);
        if (effort != Effort.SMOKE && sustained && traffic.batches() <= line.large().batches()) {
            progress.accept(String.format(Locale.ROOT, "sustain: %,d partitions, %.0f MB/s", field.partitions(),
                    rate / MEGABYTE));
            BufferFigures buffer = field.live(rate, 3, BufferLoad.Function.DEFAULT);
            freshness = buffer.freshnessMax();
            sustained = buffer.sustained();
            basis = Basis.EXECUTED;
        }
        double dollars = dollars(field, point);
        Limit limit = Limit.of(point, Stores.processorShare(MEMORY.flush()));
        report.cell(traffic, field.partitions(), basis, point, limit, sustained, freshness, dollars);
        figures.add(Figure.of(String.format(Locale.ROOT, "sustain, %,.0f MB/s, %,d partitions", rate / MEGABYTE,
                field.partitions()), point.seconds() / SustainedTraffic.intervalSeconds(), "of the interval in a run"));
    }

    private double dollars(PartitionCount field, Point all) {
        Templates templates = field.templates();
        return IntervalCost.perGigabyte(all, field.transform(), templates.batchBytes(), MEMORY);
    }

    private void ceiling(PartitionCount field, String function, Line line, BufferLoad.Function settings, Effort effort,
            Consumer<String> progress) {
        double rate = field.ceiling(line);
        SustainedTraffic traffic = field.traffic(rate, 1);
        String confirmed = "";
        if (effort == Effort.FULL && rate > 0 && field.partitions() <= GOAL_PARTITIONS) {
            progress.accept(String.format(Locale.ROOT, "sustain: %,d partitions, %.0f MB/s", field.partitions(),
                    rate / MEGABYTE));
            BufferFigures buffer = field.live(rate, 2, settings);
            confirmed = String.format(Locale.ROOT, "freshness %.2f", buffer.freshnessMax());
        }
        Limit limit = Limit.of(line.at(traffic.batches()), settings.processorShare());
        report.ceiling(field.partitions(), function, rate / MEGABYTE, limit, confirmed);
        Figure figure = Figure.of(String.format(Locale.ROOT, "sustain, highest rate of a lane, %,d partitions, %s",
                field.partitions(), function), rate / MEGABYTE, "MB/s");
        boolean goal = settings.equals(BufferLoad.Function.DEFAULT) && field.partitions() <= GOAL_PARTITIONS;
        figures.add(goal
                ? figure.withGoal(Goal.figureAtLeast(field.partitions() <= 100 ? 150 : 60))
                : figure);
    }

    /// Each buffer has its part of the batches, and every partition.
    private void buffers(PartitionCount field, String function, Line line) {
        double rate = field.ceiling(line);
        if (rate == 0) {
            return;
        }
        int buffers = (int) Math.ceil(GOAL_RATE / rate);
        Point all = line.at(field.traffic(GOAL_RATE, buffers).batches()).times(buffers);
        double dollars = dollars(field, all);
        report.buffers(field.partitions(), function, buffers, all, dollars);
        figures.add(Figure.of(String.format(Locale.ROOT, "sustain, lanes for 1 GB/s, %,d partitions, %s",
                field.partitions(), function), buffers, "lanes"));
        figures.add(Figure.of(String.format(Locale.ROOT, "sustain, 1 GB/s in lanes, %,d partitions, %s",
                field.partitions(), function), dollars, "$/GB"));
    }
}
