package io.sluice.manifest;

import io.sluice.partition.Partition;
import java.util.Optional;

/// Counts active partitions against the stream's limit while a plan visits them. Partitions that are buffered already,
/// and those of open deliveries, come before new ones; error records have no limit. Not safe for concurrent use.
final class ActivePartitions {
    private final Optional<Integer> limit;
    private final long firstNewSegment;
    private int active;

    ActivePartitions(Optional<Integer> limit, Manifest current) {
        this.limit = limit;
        this.firstNewSegment = current.segments().nextNumber();
        this.active = current.pending().totals().partitions() + current.deliveries().size();
    }

    /// Tests whether a partition may be buffered, and counts it if so. One with a chunk from before this plan is active
    /// already.
    boolean admits(PendingPartition partition) {
        if (limit.isEmpty() || partition.partition().kind() == Partition.Kind.ERRORS) {
            return true;
        }
        boolean isNew = partition.chunks().stream().allMatch(chunk -> chunk.segment() >= firstNewSegment);
        if (!isNew) {
            return true;
        }
        if (active >= limit.get()) {
            return false;
        }
        active++;
        return true;
    }
}
