package io.sluice.manifest;

import io.sluice.partition.Partition;
import java.util.List;

/// A partition with chunks that wait for delivery.
///
/// @param chunks in the order of delivery
public record PendingPartition(Partition partition, List<ChunkRef> chunks) {
    public PendingPartition {
        chunks = List.copyOf(chunks);
    }
}
