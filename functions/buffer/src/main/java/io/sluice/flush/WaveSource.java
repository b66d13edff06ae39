package io.sluice.flush;

import io.sluice.codec.Compression;
import io.sluice.codec.StagedChunk;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.SegmentTable;
import java.util.ArrayList;
import java.util.List;

/// A delivery's chunks out of a wave that is in memory.
///
/// @param objects the format that the delivery's chunks are staged for
record WaveSource(StagedBytes wave, Compression objects) implements ChunkSource {
    @Override
    public SegmentTable segments() {
        return wave.segments();
    }

    @Override
    public StagedChunk open(ChunkRef chunk) {
        return wave.open(chunk, objects);
    }

    /// All that are.
    @Override
    public List<DamagedChunk> damaged(List<ChunkRef> chunks) {
        List<DamagedChunk> damaged = new ArrayList<>();
        for (ChunkRef chunk : chunks) {
            try {
                wave.open(chunk, objects);
            } catch (DamagedChunkException e) {
                damaged.add(e.damaged());
            }
        }
        return damaged;
    }
}
