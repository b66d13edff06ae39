package io.sluice.benchmarks.compact;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Spread;
import io.sluice.codec.Compression;
import io.sluice.input.ByteInputs;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.objects.ObjectInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// `compact`: a day of 10,000 small objects, from the listing to the view that reads what was made of them, on the
/// embedded servers.
///
/// Its time is that of a clock on the wall: requests are waited for. The ratio is of the throughputs, compaction to
/// copy, in each round. What was made is held against the records of the day, in the first round and after the last.
public final class CompactHarness implements Harness {
    private static final Goal BESIDE_COPY = Goal.ratioAtLeast(0.5);
    private static final long TARGET_BYTES = 128L << 20;

    @Override
    public String name() {
        return "compact";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        try (MeasuredFolder workspace = MeasuredFolder.create();
                EmbeddedServices services = EmbeddedServices.startWithIndexInMemory(workspace.folder("out"),
                        workspace.folder("work"), Clickstream.NAME);
                CompactStage stage = new CompactStage(services)) {
            for (Compression compression : List.of(Compression.UNCOMPRESSED, Compression.GZIP, Compression.ZSTD)) {
                SmallObjectDay day = new SmallObjectDay(
                        Clickstream.NAME + "-" + compression.name().toLowerCase(Locale.ROOT), compression,
                        new Clickstream(600, effort.pick(4, 50, 100)), effort.pick(20, 2_000, 10_000),
                        effort.pick(3, 40, 40));
                progress.accept("compact, " + compression.wireName());
                stage.deliver(day);
                figures.add(race(day, stage, effort));
            }
        }
        return figures;
    }

    private static Figure race(SmallObjectDay day, CompactStage stage, Effort effort) throws IOException {
        int rounds = effort.pick(1, 3, 5);
        double[] compacted = new double[rounds];
        double[] copied = new double[rounds];
        double[] ratios = new double[rounds];
        List<ObjectInfo> small = stage.small();
        double megabytes = small.stream().mapToLong(ObjectInfo::length).sum() / 1e6;
        for (int round = -1; round < rounds; round++) { // the first one warms up
            stage.clear();
            long nanos = stage.compact(day);
            if (round < 0 || round == rounds - 1) {
                check(day, small, stage);
            }
            long copyNanos = stage.copy(small);
            if (round >= 0) {
                compacted[round] = megabytes * 1e9 / nanos;
                copied[round] = megabytes * 1e9 / copyNanos;
                ratios[round] = compacted[round] / copied[round];
            }
        }
        return Figure.of("compact, " + day.compression().wireName() + " (" + small.size() + " to "
                + stage.large().size() + ")", Spread.of(compacted), "MB/s")
                .beside("GET and PUT of the small objects", Spread.of(copied).median(), Spread.of(ratios))
                .withGoal(BESIDE_COPY);
    }

    private static void check(SmallObjectDay day, List<ObjectInfo> small, CompactStage stage) throws IOException {
        List<ObjectInfo> large = stage.large();
        long bytes = small.stream().mapToLong(ObjectInfo::length).sum();
        long most = bytes / TARGET_BYTES + day.clicks().partitions();
        if (large.size() > most) {
            throw new WrongOutputException("compact: " + large.size() + " objects, and " + most + " are the most");
        }
        RecordSum made = new RecordSum();
        for (ObjectInfo object : large) {
            made.addLines(object.key().value().substring(CompactStage.LARGE.length()),
                    ByteInputs.stream(object.key().value(), new ByteArrayInputStream(stage.get(object)))
                            .readAllBytes());
        }
        made.requireEqual("compact: what was made", RecordSum.of(day.clicks(), 0, day.count()));
    }
}
