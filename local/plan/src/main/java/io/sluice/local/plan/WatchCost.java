package io.sluice.local.plan;

import io.sluice.metrics.Observability;

/// What CloudWatch measures, shows and watches of a stream of delivery `buffer` behind Firehose, and is paid for by the
/// piece; `docs/how-to/plan.md` has the same numbers, to which tests of the functions and of the stacks are held.
///
/// @param metrics      that the functions write in every hour in which something is delivered
/// @param alarmMetrics that alarms look at
/// @param dashboards   pages
public record WatchCost(int metrics, int alarmMetrics, int dashboards) {
    /// What is paid for at an extent.
    public static WatchCost of(Observability observability) {
        return switch (observability) {
            case FULL -> new WatchCost(10, 23, 1);
            case MINIMAL -> new WatchCost(3, 9, 0);
        };
    }

    /// Dollars a month, without the free tier.
    public double perMonth(Prices prices) {
        return metrics * prices.of("cloudwatch.metric") + alarmMetrics * prices.of("cloudwatch.alarmMetric")
                + dashboards * prices.of("cloudwatch.dashboard");
    }
}
