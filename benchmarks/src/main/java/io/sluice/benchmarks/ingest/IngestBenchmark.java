package io.sluice.benchmarks.ingest;

import io.sluice.benchmarks.data.Clickstream;
import io.sluice.codec.Compression;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// A Firehose event to its segment and entry on ports in memory, beside compression alone of the same bytes; per
/// record.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class IngestBenchmark {
    private static final int RECORDS = 3_000;
    private static final int RECORD_BYTES = 400;

    /// Partitions that the records fall into.
    @Param({"100", "3000"})
    public int partitions;

    /// The compression of chunks.
    @Param({"GZIP", "ZSTD"})
    public Compression compression = Compression.GZIP;

    private Runnable staging = () -> {};
    private Runnable compressing = () -> {};

    /// Makes the event, and checks what is staged of it.
    @Setup
    public void prepare() throws IOException {
        StagedEvent event = new StagedEvent(new Clickstream(RECORD_BYTES, partitions), RECORDS, compression);
        event.check();
        PlainCompression plain = PlainCompression.of(compression, event.rawBytes());
        plain.check();
        staging = event::stage;
        compressing = plain::compress;
    }

    /// Ingest as a whole.
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void stage() {
        staging.run();
    }

    /// The same bytes in one piece.
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void compressionAlone() {
        compressing.run();
    }
}
