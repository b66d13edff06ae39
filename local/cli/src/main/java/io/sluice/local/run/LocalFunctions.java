package io.sluice.local.run;

import io.sluice.app.Flushing;
import io.sluice.app.RunContext;
import io.sluice.app.Stream;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.ServiceClients;
import io.sluice.firehose.SourceBatch;
import io.sluice.flush.FlushSummary;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.batch.LocalContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The stream that a run goes through, with what its functions took. Thread-safe.
public final class LocalFunctions implements AutoCloseable {
    private static final String TRANSFORM = "sluice-transform";

    private final AwsPorts ports;
    private final Stream stream;
    private final TransformHandler transform;
    private final AtomicLong invocations = new AtomicLong();
    private final AtomicLong transformNanos = new AtomicLong();
    private final AtomicLong flushNanos = new AtomicLong();

    /// Log and metric lines are dropped: what a run has to say, it says itself.
    ///
    /// @param environment the functions' environment variables
    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    public LocalFunctions(Map<String, String> environment, InstantSource clock) {
        this(AwsPorts.of(environment), clock, Stream.Extras.NONE);
    }

    /// @param extras  what the environment does not tell
    /// @param clients take their requests; empty: the servers that the environment names
    LocalFunctions(Map<String, String> environment, InstantSource clock, Stream.Extras extras,
            Optional<ServiceClients> clients) {
        this(clients.map(each -> AwsPorts.of(environment, each)).orElseGet(() -> AwsPorts.of(environment)), clock,
                extras);
    }

    private LocalFunctions(AwsPorts ports, InstantSource clock, Stream.Extras extras) {
        this.ports = ports;
        this.stream = ports.stream(clock, _ -> {}, extras);
        this.transform = new TransformHandler(stream);
    }

    /// To be called before the first batch of a stream.
    void beginBuffers() {
        stream.beginBuffers();
    }

    /// Invokes the transform function as Lambda does: event bytes in, answer bytes out.
    ///
    /// @throws IOException as it does when it fails
    public byte[] transform(byte[] event) throws IOException {
        long number = invocations.incrementAndGet();
        long start = System.nanoTime();
        var answer = new ByteArrayOutputStream();
        transform.handleRequest(new ByteArrayInputStream(event), answer,
                new LocalContext(TRANSFORM, "transform-" + number));
        transformNanos.addAndGet(System.nanoTime() - start);
        return answer.toByteArray();
    }

    /// Stages `batch`: when this returns, the transform function would have answered `Dropped` for each record.
    ///
    /// @throws RuntimeException as an invocation that fails
    void stage(SourceBatch batch) {
        invocations.incrementAndGet();
        long start = System.nanoTime();
        stream.intake().stage(batch, Optional.of(LocalContext.functionArn(TRANSFORM)));
        transformNanos.addAndGet(System.nanoTime() - start);
    }

    /// @throws RuntimeException as an invocation that fails
    FlushSummary flush(Flushing.Mode mode) {
        invocations.incrementAndGet();
        long start = System.nanoTime();
        FlushSummary summary = stream.flushing().flush(mode, RunContext.ALONE).orElseThrow();
        flushNanos.addAndGet(System.nanoTime() - start);
        return summary;
    }

    /// The requests to AWS so far.
    RequestCounts.Snapshot requests() {
        return ports.requests();
    }

    long invocations() {
        return invocations.get();
    }

    Duration transformTime() {
        return Duration.ofNanos(transformNanos.get());
    }

    Duration flushTime() {
        return Duration.ofNanos(flushNanos.get());
    }

    @Override
    public void close() {
        stream.close();
    }
}
