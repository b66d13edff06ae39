package io.sluice.manifest;

import io.sluice.layout.FiledPath;
import io.sluice.layout.Filing;
import io.sluice.partition.Partition;
import java.time.ZoneId;
import java.util.List;

/// Tells which chunks may go into one object, as far as the times in its path go.
///
/// @param zone of the times
record SharedPath(ZoneId zone) {
    /// The first of these chunks and those after it that may share its path; at least one.
    ///
    /// @param chunks    oldest first
    /// @param partition whose object it is
    /// @param policy    by which they are due
    List<ChunkRef> first(List<ChunkRef> chunks, Partition partition, DuePolicy policy) {
        FiledPath path = Filing.of(zone, policy.interval()).path(partition.prefix(),
                chunks.getFirst().oldestArrival());
        int size = 1;
        while (size < chunks.size()
                && path.takes(chunks.get(size).oldestArrival(), chunks.get(size).newestArrival())) {
            size++;
        }
        return chunks.subList(0, size);
    }
}
