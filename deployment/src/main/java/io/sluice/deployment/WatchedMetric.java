package io.sluice.deployment;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A metric that an alarm watches or a dashboard shows.
public sealed interface WatchedMetric {
    /// A metric that CloudWatch has.
    ///
    /// @param dimensions which of them: name → value, with [DeployedName]s
    record Single(String namespace, String name, SortedMap<String, String> dimensions, String statistic,
            Duration period) implements WatchedMetric {
        /// A metric of one dimension.
        Single(String namespace, String name, String dimension, String value, String statistic, Duration period) {
            this(namespace, name, new TreeMap<>(Map.of(dimension, value)), statistic, period);
        }

        /// The same over another time.
        Single per(Duration other) {
            return new Single(namespace, name, dimensions, statistic, other);
        }
    }

    /// A metric that is computed of others.
    ///
    /// @param of by the names that they have in the expression, sorted
    record Computed(String expression, String label, Duration period, Map<String, Single> of)
            implements
                WatchedMetric {}
}
