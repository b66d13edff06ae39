package io.sluice.local.plan;

/// The price of Firehose for taking records in, whatever becomes of them: the same with either delivery.
///
/// @param gigabytesPerMonth as billed: each record rounded up to the next 5 KB
/// @param dollarsPerMonth   by Firehose's tiers
public record Ingestion(double gigabytesPerMonth, double dollarsPerMonth) {
    private static final int ROUNDING = 5 * 1_024;
    private static final double FIRST_TIER = 500 * 1_024.0;
    private static final double SECOND_TIER = 1_536 * 1_024.0;

    static Ingestion of(Sample sample, Traffic traffic, Prices prices) {
        long billed = sample.records().stream()
                .mapToLong(record -> Math.max(1, Math.ceilDiv(record.data().length, ROUNDING)) * (long) ROUNDING).sum();
        double gigabytes = traffic.recordsPerSecond() * Traffic.MONTH_SECONDS * billed / sample.records().size()
                / Cost.GIGABYTE;
        return new Ingestion(gigabytes, dollars(gigabytes, prices));
    }

    /// The first 500 TB, the next 1.5 PB, and the rest each have their price.
    static double dollars(double gigabytes, Prices prices) {
        double first = Math.min(gigabytes, FIRST_TIER);
        double second = Math.min(gigabytes - first, SECOND_TIER);
        double rest = gigabytes - first - second;
        return first * prices.of("firehose.ingestion.perGb") + second * prices.of("firehose.ingestion.from500Tb.perGb")
                + rest * prices.of("firehose.ingestion.from2Pb.perGb");
    }
}
