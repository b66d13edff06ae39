package io.sluice.local.serve.streams;

import io.sluice.app.Flushing;
import io.sluice.app.Intake;
import io.sluice.app.RunContext;
import io.sluice.app.Stream;
import io.sluice.firehose.SourceBatch;
import io.sluice.flush.FlushSummary;
import io.sluice.ingest.SourceRefusals;
import io.sluice.lambda.AwsPorts;
import io.sluice.landing.Completeness;
import io.sluice.landing.LandingLog;
import io.sluice.local.batch.LocalContext;
import io.sluice.local.serve.function.LambdaFunction;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RetentionException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;

/// The work of a stream's functions under one configuration, without their events. Thread-safe.
final class StreamFunctions implements AutoCloseable {
    private final Stream stream;
    private final Intake intake;
    private final Optional<LambdaFunction> own;

    /// @param environment the functions' environment variables
    /// @param http        what their requests are sent by
    /// @param own         the function of the stream's `Lambda` processor, closed with these
    StreamFunctions(Map<String, String> environment, InstantSource clock, SdkHttpClient http,
            Optional<LambdaFunction> own) {
        // Log lines go nowhere: what is to be told, results and failures say.
        this(AwsPorts.of(environment, http).stream(clock, line -> {},
                Stream.Extras.of(own.map(each -> each), SourceRefusals.NONE)), own);
    }

    /// @param stream closed with these
    /// @param own    likewise
    StreamFunctions(Stream stream, Optional<LambdaFunction> own) {
        this.own = own;
        this.stream = stream;
        this.intake = stream.intake();
    }

    /// Runs a flusher of its own, as another process would, to which every partition is due, and lets it die.
    ///
    /// @param environment the functions' environment variables
    /// @param http        what its requests are sent by
    /// @param dies        the number of the request at which it dies, from 1
    static KilledRun kill(Map<String, String> environment, InstantSource clock, SdkHttpClient http, int dies) {
        var dying = new DyingHttpClient(http, dies,
                environment.getOrDefault("SLUICE_STAGING_BUCKET", ""));
        try (Stream process = AwsPorts.of(environment, dying).stream(clock, line -> {})) {
            process.flushing().flush(Flushing.Mode.DRAIN, RunContext.ALONE);
            return new KilledRun(KilledRun.End.DONE, dying.requests(), dying.last());
        } catch (DyingHttpClient.Death e) {
            return new KilledRun(KilledRun.End.KILLED, dies, dying.last());
        }
    }

    /// Stages a batch; all of it is staged when it returns.
    void stage(SourceBatch batch) {
        intake.stage(batch, Optional.of(LocalContext.functionArn("sluice-transform")));
    }

    FlushSummary flush(Flushing.Mode mode) {
        return stream.flushing().flush(mode, RunContext.ALONE).orElseThrow();
    }

    /// The log of what landed. A served stream has no lanes.
    LandingLog landings() {
        return stream.landings().logs().getFirst();
    }

    /// Reads until when the stream is complete, as far as it is staged.
    Completeness complete() {
        return stream.landings().complete(Duration.ZERO);
    }

    void sweep() {
        stream.flushing().sweep(Flushing.SweepTime.NOW, RunContext.ALONE);
    }

    /// Removes what is older than its retention.
    ///
    /// @return why not all of it went; empty when it did
    Optional<String> retain() {
        try {
            return stream.lake().retain(RemovalMode.REMOVE, Optional.empty(), Deadline.NONE).problems().stream()
                    .findFirst();
        } catch (RetentionException e) {
            if (stream.configuration().sluice().retentionDays().isEmpty()) {
                // Paths that can't be read back do not matter where nothing is removed by them.
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Ends the calls of the stream's own function that are under way, and with them the transform function's: their
    /// batches are not staged. There are no more calls.
    void abortCalls() {
        own.ifPresent(LambdaFunction::close);
    }

    @Override
    public void close() {
        abortCalls();
        stream.close();
    }
}
