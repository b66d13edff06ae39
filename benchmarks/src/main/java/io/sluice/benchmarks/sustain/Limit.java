package io.sluice.benchmarks.sustain;

import java.util.Locale;

/// The resource that runs out first.
enum Limit {
    /// A function's share of a processor.
    PROCESSOR,
    /// A function's network.
    NETWORK,
    /// Requests that a function has under way at once.
    REQUESTS,
    /// Requests a second that S3 takes of a prefix.
    PREFIX;

    /// Share of a run's time from which on something is taken to be what it waits for.
    private static final double NEAR = 0.95;

    /// Returns the resource that the run's time goes into most.
    static Limit of(Point point, double share) {
        if (point.puts() / Math.max(1, point.seconds()) >= NEAR * Stores.STATED.writesPerSecond()) {
            return PREFIX;
        }
        double processor = point.processor() / share;
        if (processor >= point.network() && processor >= point.waiting()) {
            return PROCESSOR;
        }
        return point.network() >= point.waiting() ? NETWORK : REQUESTS;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
