package io.sluice.local.plan;

import java.util.Optional;

/// A month's bill for partitioning, in US dollars, beside ingestion and storage.
///
/// @param cost            Sluice's and Firehose's
/// @param objectPuts      S3's charge for writing the objects; part of Sluice's
/// @param itemPerPartition what Sluice would cost with an index item for each partition of a batch instead of one a
///     batch
/// @param jqHour          what Firehose charges for an hour of jq; not part of its cost here
/// @param ingestion       Firehose's ingestion, which comes on top of both
/// @param partition       S3's charge for writing the objects of one partition that always has records
/// @param ticks           what flush runs every few seconds cost where nothing arrives, in no other sum; 0 where the
///     flusher runs by the minute
/// @param watching        CloudWatch's charge for metrics, alarms and dashboard; part of Sluice's
/// @param memorySaves     the share of Sluice's that a flusher with [#MEMORY_MIB] of staged bytes in memory would save;
///     negative where it would cost more
/// @param table           what the commits of an Iceberg table cost; part of Sluice's. Empty where the stream has none
/// @param direct          what takes calls in without Firehose; part of Sluice's. Empty where Firehose does
/// @param prices          the region and month of the prices
public record MonthlyCost(Cost cost, double objectPuts, double itemPerPartition, double jqHour, Ingestion ingestion,
        double partition, double ticks, double watching, double memorySaves, Optional<Double> table,
        Optional<DirectCost> direct, String prices) {
    /// The staged bytes in memory that the saving is of.
    static final int MEMORY_MIB = 600;

    static MonthlyCost of(Cost cost, Batches batches, EntryForecast entry, double putsPerSecond, Ingestion ingestion,
            double partition, double ticks, double watching, SluiceCost withMemory, Optional<Double> table,
            Optional<DirectCost> direct, Prices prices) {
        double moreWrites = 2 * batches.perSecond() * Math.max(0, entry.partitions() - 1) * Traffic.MONTH_SECONDS;
        return new MonthlyCost(cost, putsPerSecond * Traffic.MONTH_SECONDS * prices.of("s3.put.per1000"),
                cost.sluice().total() + watching + moreWrites * prices.of("dynamodb.write.per1000000"),
                prices.of("firehose.partitioning.perJqHour"), ingestion, partition, ticks, watching,
                (cost.sluice().total() - withMemory.total()) / (cost.sluice().total() + watching),
                table, direct, prices.validity());
    }

    /// All that Sluice costs, CloudWatch and what takes calls in included.
    public double sluice() {
        return cost.sluice().total() + watching + direct.map(DirectCost::total).orElse(0.0);
    }

    /// All that Firehose costs for the same, its ingestion included.
    public double firehose() {
        return cost.firehose().total() + ingestion.dollarsPerMonth();
    }

    public double perGigabyte(double dollarsPerMonth) {
        return cost.gigabytes() == 0 ? 0 : dollarsPerMonth / cost.gigabytes();
    }
}
