package io.sluice.manifest;

import java.util.List;

/// What a set of chunks adds up to.
///
/// @param rawBytes      before compression
/// @param bytes         as staged
/// @param oldestArrival epoch milliseconds; [Long#MAX_VALUE] when there is no chunk
public record PendingTotals(int partitions, long chunks, long records, long rawBytes, long bytes, long oldestArrival) {
    public static final PendingTotals NONE = new PendingTotals(0, 0, 0, 0, 0, Long.MAX_VALUE);

    /// These totals and those of one more partition.
    PendingTotals with(List<ChunkRef> partition) {
        long moreRecords = 0;
        long moreRawBytes = 0;
        long moreBytes = 0;
        long oldest = oldestArrival;
        for (ChunkRef chunk : partition) {
            moreRecords += chunk.records();
            moreRawBytes += chunk.rawBytes();
            moreBytes += chunk.length();
            oldest = Math.min(oldest, chunk.oldestArrival());
        }
        return new PendingTotals(partitions + 1, chunks + partition.size(), records + moreRecords,
                rawBytes + moreRawBytes, bytes + moreBytes, oldest);
    }

    /// Of both.
    public PendingTotals plus(PendingTotals other) {
        return new PendingTotals(partitions + other.partitions, chunks + other.chunks, records + other.records,
                rawBytes + other.rawBytes, bytes + other.bytes, Math.min(oldestArrival, other.oldestArrival));
    }
}
