package io.sluice.local.plan;

import java.time.Duration;

/// The size of a stream's batches in the buffer, measured on a sample.
///
/// @param batches        how many were staged
/// @param rawBytes       their records before compression, error records included
/// @param chunkBytes     their records as staged
/// @param objects     their records as delivered
/// @param partitions     partitions of an average batch
/// @param directoryBytes encoded directory of an average batch
/// @param itemBytes      the largest index item among them
/// @param tails          how many had no room for the directory in their item
/// @param perMegabyte    what the transform function's work on a megabyte of source records took here, in one thread
public record Staging(int batches, long rawBytes, long chunkBytes, ObjectSize objects, double partitions,
        double directoryBytes,
        int itemBytes, int tails, Duration perMegabyte) {
    /// Bytes in a segment for each byte of its records: more than in an object where chunks are too short to be
    /// compressed by themselves.
    public double staged() {
        return rawBytes == 0 ? 1 : (double) chunkBytes / rawBytes;
    }

    /// Share of batches whose directory is the segment's tail.
    public double tailShare() {
        return batches == 0 ? 0 : (double) tails / batches;
    }
}
