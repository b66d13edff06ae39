package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import io.sluice.segment.SegmentId;

/// A chunk whose staged bytes are not what was staged, or are not there: read twice, and damaged twice.
///
/// @param why what is wrong with it
record DamagedChunk(SegmentId segment, ChunkRef chunk, String why) {
    /// Returns what an operator has to know.
    String describe(String stream) {
        return "the chunk at offset " + chunk.offset() + " of segment " + segment.key(stream) + " (" + chunk.length()
                + " bytes, " + chunk.records() + " records) " + why;
    }
}
