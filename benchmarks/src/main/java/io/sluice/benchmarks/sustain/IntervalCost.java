package io.sluice.benchmarks.sustain;

import io.sluice.config.FunctionMemory;
import io.sluice.local.plan.Cost;
import io.sluice.local.plan.Prices;
import io.sluice.local.plan.RunRequests;
import io.sluice.local.plan.SluiceCost;
import java.time.Duration;

/// Dollars for each GB, by the cost model of `./sluice plan` on counted requests and simulated function time.
final class IntervalCost {
    private static final Prices PRICES = Prices.load();

    private IntervalCost() {}

    /// @param point     an interval's work in all buffers
    /// @param transform how long an invocation of the transform function lasts
    static double perGigabyte(Point point, Duration transform, long batchBytes, FunctionMemory memory) {
        RunRequests requests = new RunRequests(Math.round(point.puts()), Math.round(point.gets()),
                Math.round(point.deletes()), Math.round(point.lists()), point.writeUnits(), point.readUnits(),
                Math.round(point.batches() + point.invocations()),
                transform.multipliedBy(Math.round(point.batches())),
                Duration.ofNanos(Math.round(point.flushTime() * 1e9)));
        return SluiceCost.of(requests, memory, PRICES).total() / (point.batches() * batchBytes / Cost.GIGABYTE);
    }
}
