package io.sluice.local.plan;

import java.time.Duration;

/// The requests of a stream to AWS in a month of `buffer` delivery.
final class MonthlyRequests {
    /// Assumed: a batch waits that long for its PUT and its PutItem.
    static final double STAGING_SECONDS = 0.05;

    private MonthlyRequests() {}

    /// @param tailShare share of batches whose directory is read by a request of its own
    /// @param putsPerSecond requests that write objects
    /// @param direct whether batches are made where no transform function is
    static RunRequests of(Traffic traffic, Batches batches, FlushLoad flush, IndexLoad index, Staging staging,
            double tailShare, double putsPerSecond, boolean direct) {
        // A segment, and a word where it has receipts.
        double puts = (batches.receipts() > 0 ? 2 : 1) * batches.perSecond() + flush.commitsPerSecond()
                + putsPerSecond;
        double gets = flush.runsPerSecond() + batches.perSecond() * (tailShare + flush.rangesPerBatch());
        double invocations = direct ? 0 : batches.perSecond();
        double transformSeconds = direct
                ? 0
                : batches.perSecond() * STAGING_SECONDS
                        + traffic.bytesPerSecond() / 1e6 * staging.perMegabyte().toNanos() / 1e9;
        return new RunRequests(month(puts), month(gets), month(flush.commitsPerSecond() + batches.perSecond() / 1_000),
                0,
                index.writesPerSecond() * Traffic.MONTH_SECONDS, index.readsPerSecond() * Traffic.MONTH_SECONDS,
                month(invocations + flush.runsPerSecond()), Duration.ofMillis(month(transformSeconds * 1e3)),
                Duration.ofMillis(month(flush.buffers() * flush.busy() * 1e3)));
    }

    private static long month(double perSecond) {
        return Math.round(perSecond * Traffic.MONTH_SECONDS);
    }
}
