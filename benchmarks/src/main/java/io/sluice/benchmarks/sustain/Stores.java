package io.sluice.benchmarks.sustain;

import io.sluice.config.FunctionMemory;
import java.time.Duration;

/// The assumptions about S3, DynamoDB and Lambda: stated, not measured, and printed beside the figures.
///
/// @param read             S3: until the first byte of a GET, and all of a HEAD, DELETE or LIST
/// @param write            S3: a PUT, beside the time of its bytes
/// @param index            DynamoDB: a request
/// @param bytesPerSecond   a function's network in all, both ways together
/// @param writesPerSecond  S3: PUT and DELETE requests of a prefix
/// @param readsPerSecond   S3: GET and HEAD requests of a prefix
/// @param writeUnits       DynamoDB: write units a second of a partition key
/// @param start            Lambda: from a run's request for a slice until that begins
record Stores(Duration read, Duration write, Duration index, double bytesPerSecond, double writesPerSecond,
        double readsPerSecond, double writeUnits, Duration start) {
    private static final double ONE_VCPU = 1_769;

    /// As the results have them.
    static final Stores STATED = new Stores(Duration.ofMillis(20), Duration.ofMillis(60), Duration.ofMillis(5),
            60e6, 3_500, 5_500, 1_000, Duration.ofMillis(200));

    /// The share of a vCPU that a function of so much memory has.
    ///
    /// @param memory MiB, as in [FunctionMemory]
    static double processorShare(int memory) {
        return memory / ONE_VCPU;
    }
}
