package io.sluice.segment;

import io.sluice.codec.ChunkForm;
import io.sluice.partition.Partition;

/// One partition's records in one batch: a run of bytes in a segment, already delimited and, unless they are few,
/// compressed. Where the segment's chunks are framed, its trailer is the last of them.
///
/// @param offset        first byte in the segment
/// @param length        bytes in the segment, the trailer included; 0 when its records are empty
/// @param form          how these bytes are staged
/// @param records       number of records, at least 1
/// @param rawBytes      the records' bytes before compression, delimiters included; what `SizeInMBs` measures
/// @param oldestArrival arrival time of the oldest record, epoch milliseconds
public record Chunk(Partition partition, long offset, int length, ChunkForm form, int records, long rawBytes,
        long oldestArrival) {
    public Chunk {
        if (offset < 0 || length < 0 || records < 1 || rawBytes < 0) {
            throw new IllegalArgumentException(
                    "chunk " + offset + "+" + length + " with " + records + " records of " + rawBytes + " bytes");
        }
    }
}
