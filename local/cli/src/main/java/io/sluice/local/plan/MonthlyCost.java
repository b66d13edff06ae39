package io.sluice.local.plan;

import io.sluice.local.report.Cost;
import io.sluice.local.report.Prices;

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
/// @param prices          the region and month of the prices
public record MonthlyCost(Cost cost, double objectPuts, double itemPerPartition, double jqHour, Ingestion ingestion,
        double partition, double ticks, String prices) {

    static MonthlyCost of(Cost cost, Batches batches, EntryForecast entry, double putsPerSecond, Ingestion ingestion,
            double partition, double ticks, Prices prices) {
        double moreWrites = 2 * batches.perSecond() * Math.max(0, entry.partitions() - 1) * Traffic.MONTH_SECONDS;
        return new MonthlyCost(cost, putsPerSecond * Traffic.MONTH_SECONDS * prices.of("s3.put.per1000"),
                cost.sluice().total() + moreWrites * prices.of("dynamodb.write.per1000000"),
                prices.of("firehose.partitioning.perJqHour"), ingestion, partition, ticks, prices.validity());
    }

    public double perGigabyte(double dollarsPerMonth) {
        return cost.gigabytes() == 0 ? 0 : dollarsPerMonth / cost.gigabytes();
    }
}
