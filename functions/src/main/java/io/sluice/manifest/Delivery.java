package io.sluice.manifest;

import io.sluice.codec.Compression;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.List;

/// One object to write: its key and the exact chunks in it, fixed by the commit that made it.
///
/// @param kind         whether the object holds records or error records
/// @param compression  the object's format
/// @param chunks       in order, at least one
/// @param failingSince when an attempt to write it first failed, epoch milliseconds; 0 when none has
public record Delivery(ObjectKey key, Partition.Kind kind, Compression compression, List<ChunkRef> chunks,
        long failingSince) {
    public Delivery {
        chunks = List.copyOf(chunks);
        if (chunks.isEmpty()) {
            throw new IllegalArgumentException("delivery " + key + " has no chunks");
        }
    }

    /// Bytes of its chunks as staged: what is read to write it.
    public long stagedBytes() {
        return chunks.stream().mapToLong(ChunkRef::length).sum();
    }

    public long records() {
        return chunks.stream().mapToLong(ChunkRef::records).sum();
    }

    public long rawBytes() {
        return chunks.stream().mapToLong(ChunkRef::rawBytes).sum();
    }

    public long oldestArrival() {
        return chunks.stream().mapToLong(ChunkRef::oldestArrival).min().orElseThrow();
    }

    Delivery failing(long since) {
        return new Delivery(key, kind, compression, chunks, since);
    }
}
