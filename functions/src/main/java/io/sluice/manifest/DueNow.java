package io.sluice.manifest;

import java.util.List;

/// What is due at one moment.
///
/// @param now  epoch milliseconds
/// @param mode [Planner.Mode#DRAIN] makes everything due
record DueNow(DuePolicy policy, long now, Planner.Mode mode) {
    /// How many of a partition's first chunks make an object now; 0 when it is not due.
    int chunks(List<ChunkRef> chunks) {
        long rawBytes = 0;
        for (int i = 0; i < chunks.size(); i++) {
            rawBytes += chunks.get(i).rawBytes();
            if (rawBytes >= policy.objectBytesMax()) {
                return i + 1;
            }
        }
        return isOld(chunks.getFirst().oldestArrival()) ? chunks.size() : 0;
    }

    /// Whether any of a block's partitions is due.
    boolean anyOf(PendingBlock block) {
        return block.rawBytesLargest() >= policy.objectBytesMax() || isOld(block.totals().oldestArrival());
    }

    private boolean isOld(long oldestArrival) {
        return mode == Planner.Mode.DRAIN || policy.isOld(oldestArrival, now);
    }
}
