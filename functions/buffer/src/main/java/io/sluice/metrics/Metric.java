package io.sluice.metrics;

/// The metrics of a stream. Where Firehose has a metric of its own, name and unit are Firehose's; the second group is
/// what a buffer adds. Alarms and dashboards name metrics by these constants. CloudWatch takes money for each in each
/// hour in which it is written, so what goes wrong is written only where it does, and what another metric or a line of
/// the log tells is none.
///
/// See <https://docs.aws.amazon.com/firehose/latest/dev/monitoring-with-cloudwatch-metrics.html>.
public enum Metric {
    /// Partitions with records that are not delivered yet.
    PARTITION_COUNT("PartitionCount", Unit.COUNT),
    /// Age of the oldest record that is not delivered yet.
    DATA_FRESHNESS("DeliveryToS3.DataFreshness", Unit.SECONDS),
    /// Bytes of the objects delivered.
    DELIVERED_BYTES("DeliveryToS3.Bytes", Unit.BYTES),
    /// Records in the objects delivered.
    DELIVERED_RECORDS("DeliveryToS3.Records", Unit.COUNT),
    /// Objects delivered.
    DELIVERED_OBJECTS("DeliveryToS3.ObjectCount", Unit.COUNT),
    /// Time that a batch's records took to their keys, of which the jq query is nearly all.
    JQ_DURATION("JQProcessing.Duration", Unit.MILLISECONDS),
    /// Records that could not be converted to the objects' format; only where records are converted.
    FAILED_CONVERSION_RECORDS("FailedConversion.Records", Unit.COUNT),
    /// Records that went through their steps and are no error records, dropped ones among them.
    SUCCEEDED_RECORDS("SucceedProcessing.Records", Unit.COUNT),

    /// Raw bytes of the chunks that wait for delivery.
    PENDING_BYTES("PendingBytes", Unit.BYTES),
    /// Deliveries that a run left open.
    DELIVERIES_OPEN("DeliveriesOpen", Unit.COUNT),
    /// Deliveries whose write failed in a run; they stay open and are retried. Only where there are any, as of the next
    /// three.
    DELIVERIES_FAILED("DeliveriesFailed", Unit.COUNT),
    /// Chunks whose staged bytes a run found damaged, each of which keeps its delivery open, and batches whose entry or
    /// directory it could not read: must be 0.
    DAMAGED_CHUNKS("DamagedChunks", Unit.COUNT),
    /// Records that are in no object, because their chunks were damaged and an operator discarded them.
    DISCARDED_RECORDS("DiscardedRecords", Unit.COUNT),
    /// Objects at the keys of deliveries that Sluice did not deliver, and runs stopped because staged records were not
    /// all delivered, rejected, discarded, pending or open: must be 0.
    RECONCILIATION_MISMATCH("ReconciliationMismatch", Unit.COUNT),
    /// Records that became error records.
    RECORDS_REJECTED("RecordsRejected", Unit.COUNT),
    /// Messages of a queue, or direct notifications, whose objects could not be staged at an attempt; they come again.
    /// Only of a source of objects, and only where there are any.
    OBJECTS_NOT_TAKEN("ObjectsNotTaken", Unit.COUNT),
    /// Time from the first call of a group to its answer; the longest of some seconds. Only of a stream that takes
    /// calls itself.
    CALL_GROUP_AGE("CallGroupAge", Unit.MILLISECONDS),
    /// Records that their source handed over again and that were staged before; only of sources that number their
    /// records.
    REPEATED_RECORDS("RepeatedRecords", Unit.COUNT),
    /// Delivered objects that retention or an erasure removed.
    REMOVED_OBJECTS("RemovedObjects", Unit.COUNT),
    /// Their bytes.
    REMOVED_BYTES("RemovedBytes", Unit.BYTES),
    /// Objects that are due and that S3 did not delete; at least 1 where a run had no time to look for all.
    REMOVALS_FAILED("RemovalsFailed", Unit.COUNT),
    /// Sweeps that did not come to the end of their pass: time ran out, or a request failed.
    SWEEPS_UNFINISHED("SweepsUnfinished", Unit.COUNT),
    /// Age of the oldest landing that no event told yet; only of a stream with events, and only where there was one to
    /// tell.
    LANDING_EVENTS_LAG("LandingEventsLag", Unit.SECONDS),
    /// Age of the time until which the stream is complete; only of a stream with events, and only where something
    /// landed, or holds that time back.
    COMPLETENESS_LAG("CompletenessLag", Unit.SECONDS),
    /// Age of the oldest landing that is not in the Iceberg table; only of a stream with one, and only where there was
    /// one to register.
    ICEBERG_LAG("IcebergLag", Unit.SECONDS),
    /// What a run could not register in the Iceberg table, and said so; only where there is any.
    ICEBERG_FAILURES("IcebergFailures", Unit.COUNT),
    /// Commits of the Iceberg table; only where there is any, as of the next.
    ICEBERG_COMMITS("IcebergCommits", Unit.COUNT),
    /// Data files that were added to it.
    ICEBERG_FILES("IcebergFiles", Unit.COUNT);

    /// CloudWatch's units, as far as they are used.
    public enum Unit {
        COUNT("Count"), BYTES("Bytes"), SECONDS("Seconds"), MILLISECONDS("Milliseconds");

        private final String cloudWatchName;

        Unit(String cloudWatchName) {
            this.cloudWatchName = cloudWatchName;
        }

        public String cloudWatchName() {
            return cloudWatchName;
        }
    }

    private final String cloudWatchName;
    private final Unit unit;

    Metric(String cloudWatchName, Unit unit) {
        this.cloudWatchName = cloudWatchName;
        this.unit = unit;
    }

    public String cloudWatchName() {
        return cloudWatchName;
    }

    public Unit unit() {
        return unit;
    }
}
