package io.sluice.local.plan;

/// A month's bill for taking calls in without Firehose, in US dollars; what staging them costs of S3 and DynamoDB is in
/// the stream's other cost.
///
/// @param compute  Fargate's, on arm64
/// @param balancer a network load balancer's, with its capacity units
/// @param zones    the traffic between zones, as AWS bills both of its ends
public record DirectCost(double compute, double balancer, double zones) {
    private static final double HOURS = Traffic.MONTH_SECONDS / 3_600;
    private static final double VCPUS_EACH = 1;
    private static final double GIGABYTES_EACH = 2;
    /// Of producers and replicas in two zones each.
    private static final double BETWEEN_ZONES = 0.5;

    static DirectCost of(Replicas replicas, Prices prices) {
        double gigabytes = replicas.wireBytesPerSecond() * Traffic.MONTH_SECONDS / Cost.GIGABYTE;
        double compute = replicas.count() * HOURS * (VCPUS_EACH * prices.of("fargate.arm64.vcpuHour")
                + GIGABYTES_EACH * prices.of("fargate.arm64.gbHour"));
        // A unit is a GB an hour; connections are kept, and cost less.
        double balancer = HOURS * prices.of("nlb.hour") + gigabytes * prices.of("nlb.unitHour");
        return new DirectCost(compute, balancer, gigabytes * BETWEEN_ZONES * 2 * prices.of("ec2.betweenZones.perGb"));
    }

    public double total() {
        return compute + balancer + zones;
    }
}
