package io.sluice.local.plan;

import io.sluice.config.FunctionMemory;
import io.sluice.config.IcebergSection;
import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.util.Optional;

/// The requests that an Iceberg table takes in a month: what each of the registrar's runs reads whether something
/// landed or not, and what each commit takes. What a catalog is paid is not among them, nor are compaction and
/// retention.
///
/// See `docs/decisions/0126-the-registrar.md`.
///
/// @param commits of the table
/// @param runs    of the registrar
record TableRequests(long commits, long runs, long puts, long gets, long lists, long writeUnits, long readUnits) {
    /// A manifest, the list of manifests, the metadata.
    private static final int PUTS = 3;
    /// The last list of manifests, and what is merged every hundredth time, spread over all.
    private static final int GETS = 2;
    /// Assumed: what a run takes that finds nothing, and what a commit takes besides.
    private static final Duration RUN = Duration.ofMillis(500);
    private static final Duration COMMIT = Duration.ofMillis(1_500);

    /// Empty of a stream that is no table.
    ///
    /// @param landings         of its log
    /// @param buffers          that have a chain each, beside the lake's
    /// @param objectsPerSecond that are written
    static Optional<TableRequests> of(StreamConfiguration stream, LandingRequests landings, int buffers,
            double objectsPerSecond) {
        return stream.sluice().iceberg().map(table -> of(table, stream.conversion().isPresent(), landings.landings(),
                buffers + 1, Math.round(objectsPerSecond * Traffic.MONTH_SECONDS)));
    }

    private static TableRequests of(IcebergSection table, boolean delivered, long landings, int chains,
            long objects) {
        long runs = Math.round(Traffic.MONTH_SECONDS / table.commitEvery().toSeconds());
        long commits = Math.min(runs, landings);
        // Of a catalog that names its metadata, and does not send it.
        long metadata = table.catalog() instanceof IcebergSection.Rest ? 0 : runs;
        long footers = delivered ? objects : 0;
        long moves = Math.min(landings, runs * (chains - 1));
        return new TableRequests(commits, runs, PUTS * commits, metadata + landings + footers + GETS * commits,
                runs * chains, moves, moves);
    }

    /// These requests and those of the stream. The function's time is counted as if it were as large as the flusher.
    RunRequests and(RunRequests of) {
        return new RunRequests(of.s3Put() + puts, of.s3Get() + gets, of.s3Delete(), of.s3List() + lists,
                of.dynamoDbWriteUnits() + writeUnits, of.dynamoDbReadUnits() + readUnits,
                of.lambdaInvocations() + runs, of.transformTime(), of.flushTime().plus(time()));
    }

    /// The cost of these requests alone.
    double perMonth(FunctionMemory memory, Prices prices) {
        return SluiceCost.of(and(new RunRequests(0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO)), memory, prices)
                .total();
    }

    private Duration time() {
        return RUN.multipliedBy(runs).plus(COMMIT.multipliedBy(commits));
    }
}
