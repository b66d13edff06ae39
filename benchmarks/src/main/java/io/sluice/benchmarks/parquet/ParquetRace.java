package io.sluice.benchmarks.parquet;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Allocation;
import io.sluice.benchmarks.rounds.Contestant;
import io.sluice.benchmarks.rounds.Rounds;
import io.sluice.benchmarks.rounds.Timings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The contestants on one file of clicks: each is checked first, then they take turns.
final class ParquetRace {
    private static final String SLUICE = "Sluice";
    private static final String BY_HAND = "Jackson tree, parquet-java's example objects";
    private static final String WRITING = "writing alone, rows at hand";
    private static final Goal SPEED_BESIDE_DUCKDB = Goal.ratioAtLeast(0.9);
    private static final Goal SIZE_BESIDE_DUCKDB = Goal.ratioAtMost(1.05);

    private final ClickFile clicks;
    private final SluiceConversion sluice;
    private final Effort effort;

    ParquetRace(ClickFile clicks, Effort effort) {
        this.clicks = clicks;
        this.sluice = new SluiceConversion(clicks);
        this.effort = effort;
    }

    List<Figure> run(Optional<String> duckDb) throws IOException {
        HandWritten byHand = new HandWritten(clicks);
        SluiceConversion.Writing writing = sluice.writing();
        List<Contestant> contestants = new ArrayList<>();
        contestants.add(checked(SLUICE, sluice::convert, sluice.file()));
        contestants.add(checked(BY_HAND, byHand::convert, byHand.file()));
        contestants.add(checked(WRITING, writing::write, writing.file()));
        Optional<DuckDbCopy> copy = duckDb.isPresent()
                ? Optional.of(DuckDbCopy.start(duckDb.get(), clicks))
                : Optional.empty();
        try {
            if (copy.isPresent()) {
                copy.get().check(sluice.file());
                contestants.add(copy.get());
            }
            List<Figure> figures = figures(Rounds.of(contestants, effort), contestants);
            figures.addAll(sizes(copy));
            return figures;
        } finally {
            if (copy.isPresent()) {
                copy.get().close();
            }
        }
    }

    private Contestant checked(String name, Contestant.Work work, Path file) throws IOException {
        work.run();
        ClickRows.check(name, file, clicks);
        return Contestant.of(name, work);
    }

    private List<Figure> figures(Timings timings, List<Contestant> contestants) throws IOException {
        List<Figure> figures = new ArrayList<>();
        for (Contestant other : contestants.subList(1, contestants.size())) {
            Figure figure = Figure.of(clicks.name(), timings.perSecond(SLUICE, clicks.megabytes()), "MB/s of JSON")
                    .beside(other.name(), timings.perSecond(other.name(), clicks.megabytes()).median(),
                            timings.speed(SLUICE, other.name()));
            figures.add(other instanceof DuckDbCopy && clicks.dictionary()
                    ? figure.withGoal(SPEED_BESIDE_DUCKDB)
                    : figure);
        }
        double allocated = Allocation.bytes(sluice::convert, 1) / clicks.records();
        figures.add(Figure.of(clicks.name() + ", heap", allocated, "B allocated/record"));
        return figures;
    }

    private List<Figure> sizes(Optional<DuckDbCopy> copy) throws IOException {
        Figure size = Figure.of(clicks.name() + ", size", megabytes(sluice.file()), "MB");
        List<Figure> sizes = new ArrayList<>();
        sizes.add(size.beside("the JSON", clicks.megabytes()));
        if (copy.isPresent()) {
            Figure beside = size.beside(copy.get().name(), megabytes(copy.get().file()));
            sizes.add(clicks.dictionary() ? beside.withGoal(SIZE_BESIDE_DUCKDB) : beside);
        }
        return sizes;
    }

    private static double megabytes(Path file) throws IOException {
        return Files.size(file) / 1e6;
    }
}
