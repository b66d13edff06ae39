package io.sluice.benchmarks.parquet;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.MeasuredFolder;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.report.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// `parquet`: a file of JSON records to one Parquet file, as a flusher's conversion makes it, one thread.
public final class ParquetHarness implements Harness {
    private static final int PARTITIONS = 100;

    private final Optional<String> duckDb;

    /// @param duckDb a Python that has DuckDB, where that is to take part
    public ParquetHarness(Optional<String> duckDb) {
        this.duckDb = duckDb;
    }

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        figures.addAll(race(400, true, effort, progress));
        figures.addAll(race(1_200, true, effort, progress));
        figures.addAll(race(400, false, effort, progress));
        return figures;
    }

    private List<Figure> race(int recordBytes, boolean dictionary, Effort effort, Consumer<String> progress)
            throws IOException {
        int records = effort.pick(50_000, 16_000_000, 48_000_000) / recordBytes;
        try (MeasuredFolder workspace = MeasuredFolder.create()) {
            Path file = workspace.folder("parquet").resolve("clicks.ndjson");
            ClickFile clicks = ClickFile.write(new Clickstream(recordBytes, PARTITIONS), records, dictionary, file);
            progress.accept(clicks.name());
            return new ParquetRace(clicks, effort).run(duckDb);
        }
    }
}
