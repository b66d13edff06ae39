package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.segment.SegmentId;

/// Damaged chunks that an operator gave up. What is left of one is kept under a key of its own in the staging bucket,
/// and is the operator's word: objects are made without the chunk for as long as it is there and the chunk is damaged.
/// Nothing deletes it.
final class Forfeits {
    private final String stream;
    private final ObjectStore staging;

    Forfeits(String stream, ObjectStore staging) {
        this.stream = stream;
        this.staging = staging;
    }

    /// Where what is left of the chunk is kept.
    ObjectKey key(SegmentId segment, long offset) {
        String name = segment.key(stream).value().substring(SegmentId.prefix(stream).length());
        return new ObjectKey("damaged/" + stream + "/" + name + "-" + offset);
    }

    /// One request.
    boolean contains(DamagedChunk damaged) {
        return contains(damaged.segment(), damaged.chunk());
    }

    /// The same of a chunk that may be whole again. One request.
    boolean contains(SegmentId segment, ChunkRef chunk) {
        return staging.head(key(segment, chunk.offset())).isPresent();
    }
}
