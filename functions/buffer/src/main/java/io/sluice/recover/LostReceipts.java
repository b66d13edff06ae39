package io.sluice.recover;

import io.sluice.index.Buffer;
import io.sluice.index.Receipts;
import io.sluice.segment.StagedSegment;
import java.time.Instant;

/// Writes again what was lost with the table of records that are known one by one: a receipt for each that a segment in
/// the staging bucket stages, whether that is folded already or will be. Of records whose segments are swept there is
/// none any more. (ADR 0040)
final class LostReceipts {
    private final Buffer buffer;
    private final Instant expires;

    LostReceipts(Buffer buffer, Instant expires) {
        this.buffer = buffer;
        this.expires = expires;
    }

    /// Of one segment; nothing where its records are not known one by one.
    void put(SegmentFacts told) {
        if (!told.names().isEmpty()) {
            buffer.index().put(receipts(told));
        }
    }

    Receipts receipts(SegmentFacts told) {
        return new Receipts(new StagedSegment(buffer.name(), told.entry().segment()), told.names(), expires);
    }
}
