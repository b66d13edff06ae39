package io.sluice.manifest;

import io.sluice.codec.ChunkForm;
import java.util.Comparator;

/// A chunk as the manifest refers to it.
///
/// @param segment       number of its segment in the manifest's [SegmentTable]
/// @param offset        first byte in the segment
/// @param length        bytes in the segment, the trailer included
/// @param form          how they are staged
/// @param records       number of records
/// @param rawBytes      the records' bytes before compression
/// @param oldestArrival arrival time of the oldest record, epoch milliseconds
/// @param spanSeconds   within which its records arrived, as the directory says
/// @param waitingSince  from when on its age counts, epoch milliseconds: its oldest arrival; or, where it came late,
///        when it can have been staged at the earliest
public record ChunkRef(long segment, long offset, int length, ChunkForm form, int records, long rawBytes,
        long oldestArrival, long spanSeconds, long waitingSince) {
    private static final long SECOND_MILLIS = 1_000;

    /// The order of chunks in an object: oldest first, then as folded.
    static final Comparator<ChunkRef> ORDER = Comparator.comparingLong(ChunkRef::oldestArrival)
            .thenComparingLong(ChunkRef::segment).thenComparingLong(ChunkRef::offset);

    /// The latest at which its newest record can have arrived.
    long newestArrival() {
        return oldestArrival + SECOND_MILLIS * spanSeconds;
    }
}
