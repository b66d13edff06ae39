package io.sluice.benchmarks.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Stream;
import io.sluice.aws.RequestCounts;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.batch.LocalContext;
import io.sluice.local.server.EmbeddedServices;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/// One execution environment of each function of a stream, under one configuration. Several at once are what Lambda has
/// while a new configuration replaces an old one.
public final class StreamEnvironment implements AutoCloseable {
    private final AwsPorts ports;
    private final TransformHandler transform;
    private final FlushHandler flush;
    private Duration transformTime = Duration.ZERO;
    private Duration flushTime = Duration.ZERO;
    private long invocations;

    public StreamEnvironment(EmbeddedServices services, ClickstreamConfiguration configuration, InstantSource clock) {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", configuration.json());
        this.ports = AwsPorts.of(environment);
        Stream stream = ports.stream(clock, _ -> {});
        this.transform = new TransformHandler(stream);
        this.flush = new FlushHandler(stream);
    }

    /// Has a batch staged.
    public void stage(byte[] event) throws IOException {
        long start = System.nanoTime();
        transform.handleRequest(new ByteArrayInputStream(event), new ByteArrayOutputStream(),
                new LocalContext("transform", "bench"));
        transformTime = transformTime.plusNanos(System.nanoTime() - start);
        invocations++;
    }

    /// A run of the schedule.
    public JsonNode flush() throws IOException {
        return flush("{}");
    }

    /// A run to which every partition is due.
    public JsonNode drain() throws IOException {
        return flush("{\"drain\":true}");
    }

    private JsonNode flush(String event) throws IOException {
        var answer = new ByteArrayOutputStream();
        long start = System.nanoTime();
        flush.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer,
                new LocalContext("flush", "bench"));
        flushTime = flushTime.plusNanos(System.nanoTime() - start);
        invocations++;
        JsonNode summary = new ObjectMapper().readTree(answer.toByteArray());
        WrongOutputException.unlessEqual("the flusher's problems", "[]", summary.path("problems").toString());
        return summary;
    }

    /// The requests of both functions to AWS so far.
    public RequestCounts.Snapshot requests() {
        return ports.requests();
    }

    public Duration transformTime() {
        return transformTime;
    }

    public Duration flushTime() {
        return flushTime;
    }

    public long invocations() {
        return invocations;
    }

    @Override
    public void close() {
        ports.close();
    }
}
