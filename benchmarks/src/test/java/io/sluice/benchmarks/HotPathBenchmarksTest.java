package io.sluice.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.benchmarks.ingest.IngestBenchmark;
import io.sluice.benchmarks.transform.TransformBenchmark;
import io.sluice.codec.Compression;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// What JMH would measure runs, on data that its setup has checked.
final class HotPathBenchmarksTest {
    @Test
    void aTransformIsCheckedBeforeItIsMeasured() throws IOException {
        TransformBenchmark benchmark = new TransformBenchmark();
        benchmark.recordBytes = 400;
        benchmark.prepare();
        benchmark.response();
        assertEquals(3_000, benchmark.records().records().size());
        benchmark.close();
    }

    @Test
    void ingestIsCheckedBeforeItIsMeasured() throws IOException {
        IngestBenchmark benchmark = new IngestBenchmark();
        benchmark.partitions = 100;
        benchmark.compression = Compression.ZSTD;
        benchmark.prepare();
        benchmark.stage();
        benchmark.compressionAlone();
    }
}
