package io.sluice.local.plan;

import io.sluice.config.LandingSection;
import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.util.Optional;

/// The requests that a landing log takes in a month, and the function that tells its events: what each minute's run
/// reads whether something landed or not, and what each landing takes. What the bus or queue is paid for an event is
/// not among them.
///
/// See `docs/decisions/0121-events-of-what-landed.md` and `0124-complete-by-date.md`.
record LandingRequests(long landings, long runs, long gets, long lists, long readUnits, long writeUnits) {
    private static final long MINUTES = Duration.ofHours(730).toMinutes();
    /// Of the table, of each buffer: the recovery's mark twice, the state, the number of shards.
    private static final int READS = 4;
    /// Of S3, of each buffer: the manifest and the last landing.
    private static final int GETS = 2;
    /// Of S3, of each buffer: behind the manifest, and behind the cursor.
    private static final int LISTS = 2;
    /// Assumed: the kB that a chain's dates take.
    private static final int DATES_UNITS = 4;
    /// Assumed: what a run takes.
    private static final Duration RUN = Duration.ofMillis(500);

    /// Empty of a stream that has no landing log.
    ///
    /// @param objectsPerSecond that are written
    static Optional<LandingRequests> of(StreamConfiguration stream, FlushLoad flush, double objectsPerSecond) {
        long landings = Math.round(Math.min(flush.runsPerSecond(), objectsPerSecond) * Traffic.MONTH_SECONDS);
        return stream.sluice().landing().map(landing -> landing.events().isEmpty()
                ? new LandingRequests(landings, 0, 0, 0, 0, 0)
                : told(landing, landings, flush.buffers(), stream.sluice().indexShards()));
    }

    private static LandingRequests told(LandingSection landing, long landings, int buffers, int shards) {
        long moves = Math.min(landings, MINUTES * buffers);
        boolean dates = landing.lateness().isPresent();
        long queries = 1 + (dates ? 2L * buffers * DATES_UNITS : 0);
        return new LandingRequests(landings, MINUTES, MINUTES * GETS * buffers + (dates ? 2 : 1) * landings,
                MINUTES * LISTS * buffers + (dates ? moves : 0),
                MINUTES * (queries + (long) buffers * (READS + shards)) + moves,
                moves + (dates ? moves * DATES_UNITS : 0));
    }

    /// These requests and those of the stream. The function's time is counted as if it were as large as the flusher.
    RunRequests and(RunRequests of) {
        return new RunRequests(of.s3Put() + landings, of.s3Get() + gets, of.s3Delete(), of.s3List() + lists,
                of.dynamoDbWriteUnits() + writeUnits, of.dynamoDbReadUnits() + readUnits,
                of.lambdaInvocations() + runs, of.transformTime(), of.flushTime().plus(RUN.multipliedBy(runs)));
    }
}
