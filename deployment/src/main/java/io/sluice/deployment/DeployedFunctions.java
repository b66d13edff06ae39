package io.sluice.deployment;

import io.sluice.deployment.DeployedFunction.Code;
import java.time.Duration;
import java.util.Optional;

/// The functions of a stream: their sizes, times and handlers.
public record DeployedFunctions(StreamDefinition definition) {
    /// As long as Lambda allows: a recovery and a sweep of millions of segments take more than one of these, and what a
    /// retention run has not done then is done by the next one.
    public static final Duration TIMEOUT_MAX = Duration.ofMinutes(15);

    /// What takes the steps of a compaction or a repartition.
    public static final String DAY_MOVES = "io.sluice.lambda.DayMoveHandler::handleRequest";
    public static final String TRANSFORM = "io.sluice.lambda.TransformHandler::handleRequest";
    public static final String CALLS = "io.sluice.lambda.CallHandler::handleRequest";
    public static final String FLUSH = "io.sluice.lambda.FlushHandler::handleRequest";
    public static final String EVENTS = "io.sluice.lambda.LandingEventsHandler::handleRequest";
    public static final String ICEBERG = "io.sluice.registrar.IcebergHandler::handleRequest";
    public static final String RETENTION = "io.sluice.lambda.RetentionHandler::handleRequest";

    /// As many as Lambda gives new accounts: a listing takes 300 bytes an object, and a join one of 1.7 CPUs.
    public static final int DAY_MOVE_MIB = 3_008;

    /// A landing of as many objects as a commit decides, in parts.
    private static final int EVENTS_MIB = 512;
    /// That of the function that tells what landed: as often as it is started.
    private static final Duration EVENTS_TIMEOUT = Duration.ofMinutes(1);

    /// One CPU: statistics of some thousand objects, and the manifests that are merged.
    private static final int ICEBERG_MIB = 1_769;

    /// The timeout of the transform function.
    public static final Duration TRANSFORM_TIMEOUT = Duration.ofSeconds(60);
    /// The same where it reads objects: they may be large, and one that takes longer than an invocation is gone on with
    /// by the next.
    public static final Duration UPLOADS_TIMEOUT = Duration.ofMinutes(5);

    /// Runs of a stream that may overlap. Overlap is safe, because only one of them can commit, but the others' reads
    /// are wasted; two leave room for a drain by hand beside the schedule. Invocations that carry out slices come on
    /// top.
    private static final int CONCURRENCY = 2;
    /// The least that an event source of ticks may be bounded to. Ticks that come while two runs are at work wait, and
    /// one run takes up to ten of them together.
    public static final int TICKS_CONCURRENCY = 2;
    /// Lambda's most: a zstd object is decompressed on it before it is compressed.
    private static final int COMPACTION_STORAGE_MIB = 10 << 10;

    /// The function that finds the keys.
    ///
    /// @param timeout one of the two above
    public DeployedFunction transform(Duration timeout) {
        return new DeployedFunction("transform", described("transform"), TRANSFORM, Code.FUNCTIONS,
                definition.memory().transform(), timeout, Optional.empty(), Optional.empty());
    }

    /// The function that takes calls at a URL, in the transform function's place.
    ///
    /// @param concurrencyMax executions at once: whoever knows the URL may have as many, before a signature is
    ///     looked at
    public DeployedFunction calls(int concurrencyMax) {
        return new DeployedFunction("transform", described("calls"), CALLS, Code.FUNCTIONS,
                definition.memory().transform(), TRANSFORM_TIMEOUT, Optional.empty(), Optional.of(concurrencyMax));
    }

    /// The function that writes the objects, with its overlapping runs capped.
    public DeployedFunction flush() {
        return new DeployedFunction("flush", described("flusher"), FLUSH, flusherCode(), definition.memory().flush(),
                TIMEOUT_MAX, Optional.empty(), Optional.of(concurrency()));
    }

    /// The function that removes what is too old, and what is erased.
    public DeployedFunction retention() {
        return new DeployedFunction("retention", described("retention"), RETENTION, flusherCode(),
                definition.memory().flush(), TIMEOUT_MAX, Optional.empty(), Optional.empty());
    }

    /// The function that tells what landed.
    public DeployedFunction events() {
        return new DeployedFunction("events", described("events"), EVENTS, Code.FUNCTIONS, EVENTS_MIB, EVENTS_TIMEOUT,
                Optional.empty(), Optional.empty());
    }

    /// The function that registers what landed in the Iceberg table. A run of the schedule ends before the next one
    /// begins; a backfill takes all the time.
    public DeployedFunction iceberg() {
        return new DeployedFunction("iceberg", described("registrar"), ICEBERG, Code.REGISTRAR, ICEBERG_MIB,
                TIMEOUT_MAX, Optional.empty(), Optional.empty());
    }

    /// The function that takes the steps of a compaction.
    public DeployedFunction compaction() {
        return new DeployedFunction("compaction", described("compaction"), DAY_MOVES, Code.PARQUET, DAY_MOVE_MIB,
                TIMEOUT_MAX, Optional.of(COMPACTION_STORAGE_MIB), Optional.empty());
    }

    /// The function that takes the steps of a repartition: three objects' batches and ranges at once, and a read-ahead
    /// of deliveries.
    public DeployedFunction repartition() {
        return new DeployedFunction("repartition", described("repartition"), DAY_MOVES, Code.PARQUET, DAY_MOVE_MIB,
                TIMEOUT_MAX, Optional.empty(), Optional.empty());
    }

    /// Tests whether there are runs between those of the schedule.
    public boolean isTicking() {
        return definition.configuration().sluice().flushEvery().toMinutes() < 1;
    }

    /// Tests whether a run invokes the flusher: to carry out slices, or another buffer's run.
    public boolean invokesItself() {
        return slices() > 0 || buffers() > 1;
    }

    private Code flusherCode() {
        return definition.converts() ? Code.PARQUET : Code.FUNCTIONS;
    }

    private String described(String what) {
        return "Sluice " + what + " of the stream " + definition.stream();
    }

    /// Ticks get room of their own, so that they do not keep the schedule's run out. Each buffer has runs of its own.
    private int concurrency() {
        return buffers() * (CONCURRENCY + slices() + (isTicking() ? TICKS_CONCURRENCY : 0));
    }

    private int buffers() {
        return definition.configuration().sluice().lanes().orElse(1);
    }

    /// Invocations that a run may start beside itself.
    private int slices() {
        return definition.configuration().sluice().flushParallelism() - 1;
    }
}
