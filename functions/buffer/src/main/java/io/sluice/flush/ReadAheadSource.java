package io.sluice.flush;

import io.sluice.codec.Compression;
import io.sluice.codec.StagedChunk;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.SegmentTable;
import java.util.ArrayList;
import java.util.List;

/// A delivery's chunks out of a read-ahead that is in memory.
///
/// @param objects the format that the delivery's chunks are staged for
record ReadAheadSource(StagedBytes readAhead, Compression objects) implements ChunkSource {
    @Override
    public SegmentTable segments() {
        return readAhead.segments();
    }

    @Override
    public StagedChunk open(ChunkRef chunk) {
        return readAhead.open(chunk, objects);
    }

    /// All that are.
    @Override
    public List<DamagedChunk> damaged(List<ChunkRef> chunks) {
        List<DamagedChunk> damaged = new ArrayList<>();
        for (ChunkRef chunk : chunks) {
            try {
                readAhead.open(chunk, objects);
            } catch (DamagedChunkException e) {
                damaged.add(e.damaged());
            }
        }
        return damaged;
    }
}
