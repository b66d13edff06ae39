package io.sluice.manifest;

import java.util.List;

/// The sums of a set of chunks.
///
/// @param rawBytes      before compression
/// @param bytes         as staged
/// @param waitingSince of the chunk that waits longest, epoch milliseconds; [Long#MAX_VALUE] when there is none
public record PendingTotals(int partitions, long chunks, long records, long rawBytes, long bytes, long waitingSince) {
    public static final PendingTotals NONE = new PendingTotals(0, 0, 0, 0, 0, Long.MAX_VALUE);

    /// These totals and those of one more partition.
    PendingTotals with(List<ChunkRef> partition) {
        long moreRecords = 0;
        long moreRawBytes = 0;
        long moreBytes = 0;
        long since = waitingSince;
        for (ChunkRef chunk : partition) {
            moreRecords += chunk.records();
            moreRawBytes += chunk.rawBytes();
            moreBytes += chunk.length();
            since = Math.min(since, chunk.waitingSince());
        }
        return new PendingTotals(partitions + 1, chunks + partition.size(), records + moreRecords,
                rawBytes + moreRawBytes, bytes + moreBytes, since);
    }

    /// Of both.
    public PendingTotals plus(PendingTotals other) {
        return new PendingTotals(partitions + other.partitions, chunks + other.chunks, records + other.records,
                rawBytes + other.rawBytes, bytes + other.bytes, Math.min(waitingSince, other.waitingSince));
    }
}
