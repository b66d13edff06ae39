package io.sluice.recover;

import io.sluice.index.BufferIndex;
import io.sluice.index.Receipts;
import java.time.Instant;

/// Writes again what was lost with the table of records that are known one by one: a receipt for each that a segment in
/// the staging bucket stages, whether that is folded already or will be. Of records whose segments are swept there is
/// none any more. (ADR 0040)
final class LostReceipts {
    private final BufferIndex index;
    private final Instant expires;

    LostReceipts(BufferIndex index, Instant expires) {
        this.index = index;
        this.expires = expires;
    }

    /// Of one segment; nothing where its records are not known one by one.
    void put(SegmentFacts told) {
        if (!told.names().isEmpty()) {
            index.put(receipts(told));
        }
    }

    Receipts receipts(SegmentFacts told) {
        return new Receipts(told.entry().segment(), told.names(), expires);
    }
}
