package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import java.util.HashMap;
import java.util.Map;

/// The memory of a read-ahead: its chunks, and the gaps between them that are read along ([StagedRanges]). Exact while
/// deliveries come in the order in which their chunks lie in the segments. Not safe for concurrent use.
final class Footprint {
    private final Map<Long, Long> ends = new HashMap<>();
    private long bytes;

    void add(Delivery delivery) {
        for (ChunkRef chunk : delivery.chunks()) {
            if (chunk.length() > 0) {
                bytes += chunk.length() + gap(chunk);
                ends.put(chunk.segment(), chunk.offset() + chunk.length());
            }
        }
    }

    private long gap(ChunkRef chunk) {
        long gap = chunk.offset() - ends.getOrDefault(chunk.segment(), chunk.offset());
        return StagedRanges.isReadAlong(gap) ? gap : 0;
    }

    long bytes() {
        return bytes;
    }
}
