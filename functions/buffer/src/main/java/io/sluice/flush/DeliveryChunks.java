package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import java.util.List;
import java.util.Set;

/// A delivery and those of its chunks that its object is made of: all, unless an operator discarded some that are
/// damaged.
///
/// @param chunks in the delivery's order
record DeliveryChunks(Delivery delivery, List<ChunkRef> chunks) {
    static DeliveryChunks of(Delivery delivery) {
        return new DeliveryChunks(delivery, delivery.chunks());
    }

    DeliveryChunks without(Set<ChunkRef> discarded) {
        return new DeliveryChunks(delivery, chunks.stream().filter(chunk -> !discarded.contains(chunk)).toList());
    }

    long records() {
        return chunks.stream().mapToLong(ChunkRef::records).sum();
    }

    long rawBytes() {
        return chunks.stream().mapToLong(ChunkRef::rawBytes).sum();
    }

    long stagedBytes() {
        return chunks.stream().mapToLong(ChunkRef::length).sum();
    }

    /// Records of the delivery that are in no object.
    long discarded() {
        return delivery.records() - records();
    }
}
