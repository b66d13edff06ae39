package io.sluice.deployment;

import java.time.Duration;
import java.util.Map;

/// A metric that an alarm watches or a dashboard shows.
public sealed interface WatchedMetric {
    /// A metric that CloudWatch has.
    ///
    /// @param dimension which of them, by one dimension
    /// @param value     of the dimension, with [DeployedName]s
    record Single(String namespace, String name, String dimension, String value, String statistic, Duration period)
            implements
                WatchedMetric {
        /// The same over another time.
        Single per(Duration other) {
            return new Single(namespace, name, dimension, value, statistic, other);
        }
    }

    /// A metric that is computed of others.
    ///
    /// @param of by the names that they have in the expression, sorted
    record Computed(String expression, String label, Duration period, Map<String, Single> of)
            implements
                WatchedMetric {}
}
