package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.ChunkRef;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.SegmentId;

/// Damaged chunks that an operator gave up. What is left of one is kept under a key of its own in the staging bucket,
/// and is the operator's word: objects are made without the chunk for as long as it is there and the chunk is damaged.
/// Nothing deletes it.
final class DiscardedChunks {
    private final Buffer buffer;

    DiscardedChunks(Buffer buffer) {
        this.buffer = buffer;
    }

    /// The key under which what is left of the chunk is kept.
    ObjectKey key(SegmentId segment, long offset) {
        String name = segment.key(buffer.name()).value().substring(SegmentId.prefix(buffer.name()).length());
        return new ObjectKey("damaged/" + buffer.name() + "/" + name + "-" + offset);
    }

    /// One request.
    boolean contains(DamagedChunk damaged) {
        return contains(damaged.segment(), damaged.chunk());
    }

    /// The same of a chunk that may be whole again. One request.
    boolean contains(SegmentId segment, ChunkRef chunk) {
        return buffer.staging().head(key(segment, chunk.offset())).isPresent();
    }
}
