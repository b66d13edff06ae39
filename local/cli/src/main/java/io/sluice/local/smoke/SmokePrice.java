package io.sluice.local.smoke;

import io.sluice.config.FunctionMemory;
import io.sluice.local.plan.Prices;
import io.sluice.local.plan.RunRequests;
import io.sluice.local.plan.SluiceCost;
import io.sluice.local.plan.WatchCost;
import io.sluice.metrics.Observability;
import java.time.Duration;
import java.util.Locale;

/// The most that a run costs, in US dollars at list prices without any free tier. Counts are upper bounds: a run that
/// waits as long as it ever does, batches of ten messages, each of them tried twice.
///
/// @param work     requests and time of the functions
/// @param queue    requests to the queue
/// @param watching metrics, alarms and a dashboard, by the hour
/// @param logs     what the functions log
/// @param validity the region and month of the prices
public record SmokePrice(double work, double queue, double watching, double logs, String validity) {
    private static final int HOURS_MAX = 3;
    private static final double MONTH_HOURS = 730;
    private static final int LOOKS_MAX = 250;
    private static final long OBJECTS_MAX = 100;
    private static final int FLUSHES_MAX = HOURS_MAX * 60 + 20;
    private static final Duration TRANSFORM = Duration.ofSeconds(2);
    private static final Duration FLUSH = Duration.ofSeconds(5);
    private static final double LOGGED_GIGABYTES = 0.1;

    /// Of a run that sends so many records.
    public static SmokePrice of(long records, Prices prices) {
        var stream = new TrialStream("sluice-smoke-price", "arn:aws:sqs:us-east-1:123456789012:sluice-smoke-price");
        FunctionMemory memory = stream.definition().memory();
        double queue = batches(records) * 4 * prices.of("sqs.request.per1000000")
                + HOURS_MAX * 3_600 * prices.of("sqs.request.per1000000");
        return new SmokePrice(SluiceCost.of(requests(records), memory, prices).total(), queue,
                WatchCost.of(Observability.FULL).perMonth(prices) / MONTH_HOURS * HOURS_MAX,
                LOGGED_GIGABYTES * prices.of("logs.ingested.perGb"), prices.validity());
    }

    /// A record is a receipt, written in a transaction (two units), deleted and recovered; an index entry likewise.
    private static RunRequests requests(long records) {
        long batches = 2 * batches(records);
        return new RunRequests(2 * batches + 5L * FLUSHES_MAX,
                4 * batches + 20L * FLUSHES_MAX + LOOKS_MAX * OBJECTS_MAX,
                batches, 2L * LOOKS_MAX + 4L * FLUSHES_MAX, 6.0 * records + 10.0 * batches + 10.0 * FLUSHES_MAX,
                4.0 * records + 20.0 * FLUSHES_MAX, batches + FLUSHES_MAX, TRANSFORM.multipliedBy(batches),
                FLUSH.multipliedBy(FLUSHES_MAX));
    }

    private static long batches(long records) {
        return Math.ceilDiv(records, CloudQueues.MESSAGES_MAX);
    }

    /// All of it, in whole cents, rounded up.
    public double total() {
        return Math.ceil((work + queue + watching + logs) * 100) / 100;
    }

    /// Dollars and cents, as `$0.30`.
    public static String text(double dollars) {
        return String.format(Locale.ROOT, "$%,.2f", dollars);
    }
}
