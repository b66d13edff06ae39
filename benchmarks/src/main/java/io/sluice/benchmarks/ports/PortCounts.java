package io.sluice.benchmarks.ports;

import java.util.concurrent.atomic.LongAdder;

/// The requests to ports, as S3 and DynamoDB would count them. Safe for concurrent use.
public final class PortCounts {
    final LongAdder puts = new LongAdder();
    final LongAdder gets = new LongAdder();
    final LongAdder writeUnits = new LongAdder();

    /// PUT requests to S3.
    public long puts() {
        return puts.sum();
    }

    /// GET and HEAD requests to S3.
    public long gets() {
        return gets.sum();
    }

    /// DynamoDB's write units: of entries, their deletion, and commits.
    public long writeUnits() {
        return writeUnits.sum();
    }
}
