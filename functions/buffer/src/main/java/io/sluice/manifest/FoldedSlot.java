package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;

/// Folded batches that arrived within the same ten minutes.
///
/// @param foldedUntil when the last of them was folded, epoch milliseconds
public record FoldedSlot(BatchIds ids, long foldedUntil) {
    public static final FoldedSlot EMPTY = new FoldedSlot(BatchIds.NONE, 0);

    public FoldedSlot and(FoldedSlot other) {
        return new FoldedSlot(ids.and(other.ids), Math.max(foldedUntil, other.foldedUntil));
    }

    void encode(ByteWriter out) {
        ids.encode(out.varint(foldedUntil));
    }

    static FoldedSlot decode(ByteReader in) {
        long foldedUntil = in.varint();
        return new FoldedSlot(BatchIds.decode(in), foldedUntil);
    }
}
