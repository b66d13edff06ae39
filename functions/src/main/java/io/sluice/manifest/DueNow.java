package io.sluice.manifest;

import io.sluice.partition.Partition;
import java.util.List;

/// What is due at one moment.
///
/// @param now  epoch milliseconds
/// @param mode [Planner.Mode#DRAIN] makes everything due
record DueNow(DuePolicy policy, long now, Planner.Mode mode) {
    /// The same for one partition.
    DueNow of(Partition partition) {
        return policy.rules().isEmpty() ? this : new DueNow(policy.of(partition), now, mode);
    }

    /// How many of a partition's first chunks make an object now; 0 when it is not due.
    int chunks(List<ChunkRef> chunks) {
        long rawBytes = 0;
        for (int i = 0; i < chunks.size(); i++) {
            rawBytes += chunks.get(i).rawBytes();
            if (rawBytes >= policy.objectBytesMax()) {
                return i + 1;
            }
        }
        return isOld(policy, chunks.getFirst().oldestArrival()) ? chunks.size() : 0;
    }

    /// Whether any of a block's partitions may be due.
    boolean anyOf(PendingBlock block) {
        DuePolicy soonest = policy.soonest(block);
        return block.rawBytesLargest() >= soonest.objectBytesMax() || isOld(soonest, block.totals().oldestArrival());
    }

    private boolean isOld(DuePolicy by, long oldestArrival) {
        return mode == Planner.Mode.DRAIN || by.isOld(oldestArrival, now);
    }
}
