package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.objects.ByteRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The ranges of segments that a read-ahead needs: neighbouring chunks are read by one request, and so are chunks with
/// a small gap between them, where reading the gap is cheaper than another request.
final class StagedRanges {
    /// A request costs about as much time as this many bytes.
    private static final int GAP_BYTES_MAX = 128 * 1024;
    private static final int RANGE_BYTES_MAX = 8 << 20;

    private StagedRanges() {}

    /// A range of the segment with that number.
    record Range(long segment, ByteRange bytes) {}

    static List<Range> of(List<Delivery> readAhead) {
        return ofChunks(readAhead.stream().flatMap(delivery -> delivery.chunks().stream()));
    }

    static List<Range> ofChunks(Stream<ChunkRef> chunks) {
        Map<Long, List<ChunkRef>> bySegment = new TreeMap<>();
        chunks.filter(chunk -> chunk.length() > 0)
                .forEach(chunk -> bySegment.computeIfAbsent(chunk.segment(), _ -> new ArrayList<>()).add(chunk));
        List<Range> ranges = new ArrayList<>();
        bySegment.forEach((segment, wanted) -> coalesce(segment, wanted, ranges));
        return ranges;
    }

    /// Tests whether a gap of so many bytes after a chunk is read with it.
    static boolean isReadAlong(long gapBytes) {
        return gapBytes >= 0 && gapBytes <= GAP_BYTES_MAX;
    }

    private static void coalesce(long segment, List<ChunkRef> chunks, List<Range> into) {
        chunks.sort(Comparator.comparingLong(ChunkRef::offset));
        long start = chunks.getFirst().offset();
        long end = start;
        for (ChunkRef chunk : chunks) {
            long chunkEnd = chunk.offset() + chunk.length();
            if (end > start && (!isReadAlong(chunk.offset() - end) || chunkEnd - start > RANGE_BYTES_MAX)) {
                into.add(new Range(segment, new ByteRange(start, Math.toIntExact(end - start))));
                start = chunk.offset();
            }
            end = chunkEnd;
        }
        into.add(new Range(segment, new ByteRange(start, Math.toIntExact(end - start))));
    }
}
