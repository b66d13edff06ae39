package io.sluice.metrics;

import java.util.Set;

/// The extent to which a stream is measured, shown and watched on AWS, where metrics, alarms and dashboards are paid
/// for by the piece.
public enum Observability {
    /// All metrics and alarms, and a dashboard.
    FULL,
    /// The alarms that tell of records that are lost, stuck or late, and the metrics behind them.
    MINIMAL;

    private static final Set<Metric> BEHIND_ALARMS = Set.of(Metric.DATA_FRESHNESS, Metric.DAMAGED_CHUNKS,
            Metric.RECONCILIATION_MISMATCH, Metric.RECORDS_REJECTED, Metric.SUCCEEDED_RECORDS,
            Metric.OBJECTS_NOT_TAKEN);

    /// Tests whether the functions write `metric`.
    public boolean writes(Metric metric) {
        return this == FULL || BEHIND_ALARMS.contains(metric);
    }
}
