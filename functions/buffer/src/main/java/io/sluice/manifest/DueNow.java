package io.sluice.manifest;

import io.sluice.partition.Partition;
import io.sluice.segment.Chunk;
import java.util.List;

/// The partitions that are due at one moment.
///
/// @param now       epoch milliseconds
/// @param mode      [Planner.Mode#DRAIN] makes everything due
/// @param allReadAt when the whole index was read last, epoch milliseconds: what is found now was staged since
record DueNow(DuePolicy policy, long now, Planner.Mode mode, long allReadAt) {
    /// The same for one partition.
    DueNow of(Partition partition) {
        return policy.rules().isEmpty() ? this : new DueNow(policy.of(partition), now, mode, allReadAt);
    }

    /// The moment since which a chunk waits that is folded now: its arrival; or, where that is too long ago for it to
    /// be fresh, the earliest at which it can have been staged. So chunks that come late don't make an object with each
    /// run, and what waits in the index because flush runs are behind is known to wait.
    long waitingSince(Chunk chunk) {
        long arrival = chunk.oldestArrival();
        return of(chunk.partition()).policy.isLate(arrival, now)
                ? Math.max(arrival, Math.min(allReadAt, now))
                : arrival;
    }

    /// The number of the first of chunks that share a path of which an object is made now; 0 when they are not due.
    int chunks(List<ChunkRef> chunks) {
        long rawBytes = 0;
        for (int i = 0; i < chunks.size(); i++) {
            rawBytes += chunks.get(i).rawBytes();
            if (rawBytes >= policy.objectBytesMax()) {
                return i + 1;
            }
        }
        long since = chunks.stream().mapToLong(ChunkRef::waitingSince).min().orElseThrow();
        return isOld(policy, since) ? chunks.size() : 0;
    }

    /// Tests whether any of a block's partitions may be due.
    boolean anyOf(PendingBlock block) {
        DuePolicy soonest = policy.soonest(block);
        return block.rawBytesLargest() >= soonest.objectBytesMax() || isOld(soonest, block.totals().waitingSince());
    }

    private boolean isOld(DuePolicy by, long since) {
        return mode == Planner.Mode.DRAIN || by.isOld(since, now);
    }
}
