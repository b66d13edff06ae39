package io.sluice.benchmarks.ingest;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Allocation;
import io.sluice.benchmarks.rounds.Contestant;
import io.sluice.benchmarks.rounds.Rounds;
import io.sluice.benchmarks.rounds.Timings;
import io.sluice.codec.Compression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// `ingest`: one event to its segment and entry on ports in memory, one thread.
public final class IngestHarness implements Harness {
    private static final String SLUICE = "Sluice";
    private static final int FEW = 100;
    private static final Goal STAGED_BESIDE_ONE_PIECE = Goal.ratioAtMost(3);
    private static final List<Clickstream> STREAMS = List.of(new Clickstream(400, 100), new Clickstream(1_200, 100),
            new Clickstream(400, 3_000));

    @Override
    public String name() {
        return "ingest";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        int records = effort.pick(50, 3_000, 3_000);
        for (Compression compression : List.of(Compression.GZIP, Compression.ZSTD)) {
            for (Clickstream clicks : STREAMS) {
                var staging = new StagedEvent(clicks, records, compression);
                progress.accept(staging.name());
                staging.check();
                figures.addAll(race(staging, effort));
            }
        }
        return figures;
    }

    private static List<Figure> race(StagedEvent staging, Effort effort) throws IOException {
        PlainCompression plain = PlainCompression.of(staging.compression(), staging.rawBytes());
        plain.check();
        Timings timings = Rounds.of(List.of(Contestant.of(SLUICE, staging::stage),
                Contestant.of(plain.name(), plain::compress)), effort);
        double megabytes = staging.rawBytes().length / 1e6;
        Figure speed = Figure.of(staging.name(), timings.perSecond(SLUICE, megabytes), "MB/s").beside(plain.name(),
                timings.perSecond(plain.name(), megabytes).median(), timings.speed(SLUICE, plain.name()));
        double allocated = Allocation.bytes(staging::stage, effort.pick(1, 10, 20)) / staging.records();
        Figure size = Figure.of(staging.name() + ", size", staging.stagedBytes() / 1e6, "MB staged")
                .beside("in one piece", plain.compressedBytes() / 1e6);
        boolean isMany = staging.partitions() > FEW;
        return List.of(speed.withGoal(besideCompression(staging.compression(), isMany)),
                Figure.of(staging.name() + ", heap", allocated, "B allocated/record"),
                isMany && staging.compression() == Compression.GZIP ? size.withGoal(STAGED_BESIDE_ONE_PIECE) : size);
    }

    private static Goal besideCompression(Compression compression, boolean isMany) {
        if (compression == Compression.GZIP) {
            return Goal.ratioAtLeast(0.7);
        }
        return Goal.ratioAtLeast(isMany ? 0.4 : 0.6);
    }
}
