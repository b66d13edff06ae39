package io.sluice.local.plan;

import io.sluice.config.FunctionMemory;
import java.util.Optional;

/// The cost of partitioning some data on AWS with Sluice's `buffer` delivery, and with Firehose's dynamic partitioning.
///
/// Left out of both, because it is the same in both: Firehose's ingestion, and S3's storage.
///
/// @param gigabytes the data, in GB of 2^30 bytes
public record Cost(SluiceCost sluice, FirehoseCost firehose, double gigabytes) {
    /// Bytes of a GB as AWS bills it.
    public static final double GIGABYTE = 1L << 30;

    /// @param bytesIn         record bytes that go in
    /// @param firehoseObjects objects that Firehose would deliver, error objects included
    public static Cost of(RunRequests requests, FunctionMemory memory, long bytesIn, long firehoseObjects,
            Prices prices) {
        double gigabytes = bytesIn / GIGABYTE;
        return new Cost(SluiceCost.of(requests, memory, prices), FirehoseCost.of(gigabytes, firehoseObjects, prices),
                gigabytes);
    }

    /// Sluice's cost per GB that went in; nothing when nothing did.
    public Optional<Double> sluicePerGb() {
        return gigabytes == 0 ? Optional.empty() : Optional.of(sluice.total() / gigabytes);
    }

    /// Firehose's, likewise.
    public Optional<Double> firehosePerGb() {
        return gigabytes == 0 ? Optional.empty() : Optional.of(firehose.total() / gigabytes);
    }
}
