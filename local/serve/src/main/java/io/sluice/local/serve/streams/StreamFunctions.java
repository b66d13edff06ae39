package io.sluice.local.serve.streams;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.RetentionHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.lambda.Wiring;
import io.sluice.local.batch.LocalContext;
import io.sluice.local.serve.function.LambdaFunction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.http.SdkHttpClient;

/// A stream's functions under one configuration, called as Lambda calls them. Thread-safe.
final class StreamFunctions implements AutoCloseable {
    private final Wiring wiring;
    private final RequestStreamHandler transform;
    private final RequestStreamHandler flush;
    private final RequestStreamHandler retention;
    private final Optional<LambdaFunction> own;
    private final AtomicLong invocations = new AtomicLong();

    /// @param environment the functions' environment variables
    /// @param http        what their requests are sent by
    /// @param own         the function of the stream's `Lambda` processor, closed with these
    StreamFunctions(Map<String, String> environment, InstantSource clock, SdkHttpClient http,
            Optional<LambdaFunction> own) {
        this.own = own;
        // Their log lines go nowhere: what is to be told, their answers and failures say.
        this.wiring = Wiring.create(environment, clock, line -> {}, http,
                own.map(each -> each));
        this.transform = new TransformHandler(wiring);
        this.flush = new FlushHandler(wiring);
        this.retention = new RetentionHandler(wiring);
    }

    /// Runs a flusher of its own, as another process would, to which every partition is due, and lets it die.
    ///
    /// @param environment the functions' environment variables
    /// @param http        what its requests are sent by
    /// @param dies        the number of the request at which it dies, from 1
    static KilledRun kill(Map<String, String> environment, InstantSource clock, SdkHttpClient http, int dies)
            throws IOException {
        var dying = new DyingHttpClient(http, dies,
                environment.getOrDefault("SLUICE_STAGING_BUCKET", ""));
        try (Wiring process = Wiring.create(environment, clock, line -> {}, dying)) {
            new FlushHandler(process).handleRequest(new ByteArrayInputStream(json("{\"drain\":true}")),
                    OutputStream.nullOutputStream(), new LocalContext("sluice-flush", "killed"));
            return new KilledRun(KilledRun.End.DONE, dying.requests(), dying.last());
        } catch (DyingHttpClient.Death e) {
            return new KilledRun(KilledRun.End.KILLED, dies, dying.last());
        }
    }

    byte[] transform(byte[] event) throws IOException {
        return invoke(transform, "transform", event);
    }

    FlushAnswer flush() throws IOException {
        return FlushAnswer.read(invoke(flush, "flush", json("{}")));
    }

    /// A flush run to which every partition is due.
    FlushAnswer drain() throws IOException {
        return FlushAnswer.read(invoke(flush, "flush", json("{\"drain\":true}")));
    }

    void sweep() throws IOException {
        invoke(flush, "flush", json("{\"sweep\":true}"));
    }

    void retain() throws IOException {
        invoke(retention, "retention", json("{\"run\":true}"));
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] invoke(RequestStreamHandler handler, String name, byte[] event) throws IOException {
        var answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event), answer,
                new LocalContext("sluice-" + name, name + "-" + invocations.incrementAndGet()));
        return answer.toByteArray();
    }

    /// Ends the calls of the stream's own function that are under way, and with them the transform function's: their
    /// batches are not staged. There are no more calls.
    void abortCalls() {
        own.ifPresent(LambdaFunction::close);
    }

    @Override
    public void close() {
        abortCalls();
        wiring.close();
    }
}
