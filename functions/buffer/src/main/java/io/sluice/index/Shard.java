package io.sluice.index;

import io.sluice.segment.BatchId;

/// A slice of the index's keys: the calculated suffix of a partition key, so that writes spread over DynamoDB's
/// partitions (1,000 write units/s each) and a retry of a batch lands on the same item.
///
/// Source: DynamoDB developer guide, "Using write sharding to distribute workloads evenly", calculated suffixes.
public record Shard(int number) {
    public Shard {
        if (number < 0) {
            throw new IllegalArgumentException("shard " + number);
        }
    }

    /// @param count number of shards, at least 1
    public static Shard of(BatchId batch, int count) {
        return new Shard((int) Long.remainderUnsigned(batch.high(), count));
    }
}
