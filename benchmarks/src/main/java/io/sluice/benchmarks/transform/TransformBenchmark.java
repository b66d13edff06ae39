package io.sluice.benchmarks.transform;

import io.sluice.benchmarks.data.Clickstream;
import io.sluice.firehose.EventReader;
import io.sluice.firehose.SourceBatch;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/// A Firehose event to its response in delivery `firehose`, beside what of it is the reading of the event, and beside
/// base64 decoding alone; per record.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class TransformBenchmark {
    private static final int RECORDS = 3_000;
    private static final int PARTITIONS = 100;

    /// Bytes of a record.
    @Param({"400", "1200"})
    public int recordBytes;

    private final SluiceResponder sluice = new SluiceResponder();
    private byte[] event = {};
    private List<byte[]> base64 = List.of();

    /// Makes the event and checks its response.
    @Setup
    public void prepare() throws IOException {
        TransformEvent made = new TransformEvent(new Clickstream(recordBytes, PARTITIONS), RECORDS);
        event = made.bytes();
        base64 = made.base64();
        made.check("Sluice", sluice.respond(event));
    }

    @TearDown
    public void close() {
        sluice.close();
    }

    /// The whole function.
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void response() throws IOException {
        sluice.answer(event);
    }

    /// The event to its records.
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public SourceBatch records() {
        return EventReader.read(event);
    }

    /// Decodes the payloads alone, which no way around it can save.
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void base64(Blackhole payloads) {
        for (byte[] text : base64) {
            payloads.consume(Base64.getDecoder().decode(text));
        }
    }
}
