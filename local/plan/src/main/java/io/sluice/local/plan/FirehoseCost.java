package io.sluice.local.plan;

/// The price of Firehose's dynamic partitioning beyond ingestion, and of its S3 PUTs, in US dollars. Without jq hours,
/// whose metering Amazon does not explain.
///
/// @param data    for the data that is partitioned
/// @param objects for the objects that are delivered
/// @param puts    S3's own charge for these objects
public record FirehoseCost(double data, double objects, double puts) {
    /// @param gigabytes GB of 2^30 bytes
    public static FirehoseCost of(double gigabytes, long objects, Prices prices) {
        return new FirehoseCost(gigabytes * prices.of("firehose.partitioning.perGb"),
                objects * prices.of("firehose.partitioning.objects.per1000"), objects * prices.of("s3.put.per1000"));
    }

    public double total() {
        return data + objects + puts;
    }
}
