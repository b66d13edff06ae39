package io.sluice.local.run;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.ServiceClients;
import io.sluice.firehose.SourceBatch;
import io.sluice.ingest.SourceRefusals;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.lambda.Wiring;
import io.sluice.local.batch.LocalContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Both functions, called as Lambda calls them: event bytes in, answer bytes out. Thread-safe, as their handlers are.
public final class LocalFunctions implements AutoCloseable {
    private static final String TRANSFORM = "transform";
    private static final String FLUSH = "flush";
    private static final byte[] DRAIN = "{\"drain\":true}".getBytes(StandardCharsets.UTF_8);

    private final Wiring wiring;
    private final InstantSource clock;
    private final TransformHandler transform;
    private final RequestStreamHandler flush;
    private final AtomicLong invocations = new AtomicLong();
    private final AtomicLong transformNanos = new AtomicLong();
    private final AtomicLong flushNanos = new AtomicLong();

    /// Their log and metric lines are dropped: what a run has to say, it says itself.
    ///
    /// @param environment the functions' environment variables
    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    public LocalFunctions(Map<String, String> environment, InstantSource clock) {
        this(environment, clock, SourceRefusals.NONE);
    }

    /// @param refusals what is known of records before they are handed over
    LocalFunctions(Map<String, String> environment, InstantSource clock, SourceRefusals refusals) {
        this(Wiring.create(environment, clock, _ -> {}, refusals), clock);
    }

    /// @param refusals as above
    /// @param clients  take their requests
    LocalFunctions(Map<String, String> environment, InstantSource clock, SourceRefusals refusals,
            ServiceClients clients) {
        this(Wiring.create(environment, clock, _ -> {}, refusals, clients), clock);
    }

    private LocalFunctions(Wiring wiring, InstantSource clock) {
        this.wiring = wiring;
        this.clock = clock;
        this.transform = new TransformHandler(wiring);
        this.flush = new FlushHandler(wiring);
    }

    /// To be called before the first batch of a stream.
    void beginLanes() {
        wiring.beginLanes();
    }

    /// Invokes the transform function.
    ///
    /// @throws IOException as it does when it fails
    public byte[] transform(byte[] event) throws IOException {
        return invoke(transform, TRANSFORM, event, transformNanos);
    }

    /// Has the transform function stage `batch`: when this returns, it would have answered `Dropped` for each record.
    ///
    /// @throws RuntimeException as an invocation that fails
    void stage(SourceBatch batch) {
        long number = invocations.incrementAndGet();
        long start = System.nanoTime();
        transform.stage(batch, context(TRANSFORM, number));
        transformNanos.addAndGet(System.nanoTime() - start);
    }

    FlushReport flush() throws IOException {
        byte[] scheduled = ("{\"source\":\"aws.scheduler\",\"detail-type\":\"Scheduled Event\",\"time\":\""
                + clock.instant()
                + "\",\"detail\":{}}").getBytes(StandardCharsets.UTF_8);
        return FlushReport.read(invoke(flush, FLUSH, scheduled, flushNanos));
    }

    /// A flush run to which every partition is due.
    FlushReport drain() throws IOException {
        return FlushReport.read(invoke(flush, FLUSH, DRAIN, flushNanos));
    }

    private byte[] invoke(RequestStreamHandler handler, String name, byte[] event, AtomicLong nanos)
            throws IOException {
        long number = invocations.incrementAndGet();
        long start = System.nanoTime();
        var answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event), answer, context(name, number));
        nanos.addAndGet(System.nanoTime() - start);
        return answer.toByteArray();
    }

    private static LocalContext context(String name, long number) {
        return new LocalContext("sluice-" + name, name + "-" + number);
    }

    /// The requests of both functions to AWS so far.
    RequestCounts.Snapshot requests() {
        return wiring.requests();
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
        wiring.close();
    }
}
