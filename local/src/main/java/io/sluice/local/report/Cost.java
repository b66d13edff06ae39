package io.sluice.local.report;

import java.util.Optional;

/// What a run would cost on AWS with Sluice's `buffer` delivery, and with Firehose's dynamic partitioning.
///
/// Left out of both, because it is the same in both: Firehose's ingestion, and S3's storage.
///
/// @param sluice   US dollars for the requests that were counted and the time that the functions took here
/// @param firehose US dollars for what dynamic partitioning charges, and its S3 PUTs
/// @param gigabytes the data, in GB of 2^30 bytes
public record Cost(double sluice, double firehose, double gigabytes) {
    private static final double GIGABYTE = 1L << 30;
    /// The memory that the functions are deployed with, in GB.
    private static final double LAMBDA_GIGABYTES = 1;

    /// @param bytesIn record bytes that went in
    /// @param objects objects that came out, error objects included
    public static Cost of(Requests requests, long bytesIn, long objects, Prices prices) {
        double s3 = requests.s3Put() * prices.of("s3.put.per1000") + requests.s3List() * prices.of("s3.list.per1000")
                + requests.s3Get() * prices.of("s3.get.per1000");
        double dynamoDb = requests.dynamoDbWriteUnits() * prices.of("dynamodb.write.per1000000")
                + requests.dynamoDbReadUnits() * prices.of("dynamodb.read.per1000000");
        double lambda = requests.lambdaInvocations() * prices.of("lambda.invocation.per1000000")
                + requests.lambdaTime().toMillis() / 1e3 * LAMBDA_GIGABYTES * prices.of("lambda.gbSecond");
        double gigabytes = bytesIn / GIGABYTE;
        double firehose = gigabytes * prices.of("firehose.partitioning.perGb")
                + objects * (prices.of("firehose.partitioning.objects.per1000") + prices.of("s3.put.per1000"));
        return new Cost(s3 + dynamoDb + lambda, firehose, gigabytes);
    }

    /// Sluice's cost per GB that went in; nothing when nothing did.
    public Optional<Double> sluicePerGb() {
        return gigabytes == 0 ? Optional.empty() : Optional.of(sluice / gigabytes);
    }

    /// Firehose's, likewise.
    public Optional<Double> firehosePerGb() {
        return gigabytes == 0 ? Optional.empty() : Optional.of(firehose / gigabytes);
    }
}
