package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.ObjectStore;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The staged bytes of one wave, in memory. Immutable once fetched; safe for concurrent use.
final class StagedBytes {
    private final Map<Long, NavigableMap<Long, byte[]>> ranges;

    private StagedBytes(Map<Long, NavigableMap<Long, byte[]>> ranges) {
        this.ranges = ranges;
    }

    static StagedBytes fetch(List<StagedRanges.Range> wanted, SegmentTable segments, String stream,
            ObjectStore staging, Workers workers) {
        List<byte[]> read = workers.map(wanted,
                range -> staging.get(segments.id(range.segment()).key(stream), range.bytes()));
        Map<Long, NavigableMap<Long, byte[]>> ranges = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            StagedRanges.Range range = wanted.get(i);
            ranges.computeIfAbsent(range.segment(), _ -> new TreeMap<>()).put(range.bytes().offset(), read.get(i));
        }
        return new StagedBytes(ranges);
    }

    /// @throws IllegalArgumentException when the chunk was not among what was fetched
    InputStream open(ChunkRef chunk) {
        if (chunk.length() == 0) {
            return InputStream.nullInputStream();
        }
        NavigableMap<Long, byte[]> segment = ranges.get(chunk.segment());
        Map.Entry<Long, byte[]> range = segment == null ? null : segment.floorEntry(chunk.offset());
        if (range == null || range.getKey() + range.getValue().length < chunk.offset() + chunk.length()) {
            throw new IllegalArgumentException("chunk " + chunk + " is outside the ranges that were fetched");
        }
        return new ByteArrayInputStream(range.getValue(), Math.toIntExact(chunk.offset() - range.getKey()),
                chunk.length());
    }
}
