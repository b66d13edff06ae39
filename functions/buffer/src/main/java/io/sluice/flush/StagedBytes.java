package io.sluice.flush;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.Compression;
import io.sluice.codec.StagedChunk;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.ByteRange;
import io.sluice.objects.StoreException;
import io.sluice.work.Workers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The staged bytes of one read-ahead, in memory. A chunk that is not what was staged is read again, once and by
/// itself: the damage may be on the way. Safe for concurrent use.
final class StagedBytes {
    private final Map<Long, NavigableMap<Long, byte[]>> ranges;
    private final SegmentTable segments;
    private final SegmentReader reader;
    private final Map<ChunkRef, Reread> reread = new ConcurrentHashMap<>();

    private StagedBytes(Map<Long, NavigableMap<Long, byte[]>> ranges, SegmentTable segments, SegmentReader reader) {
        this.ranges = ranges;
        this.segments = segments;
        this.reader = reader;
    }

    /// The result of reading a chunk again.
    private sealed interface Reread {
        record Whole(byte[] bytes) implements Reread {}

        record Damaged(DamagedChunk damaged) implements Reread {}
    }

    /// Ranges that are not there, in whole or in part, are left to [#open].
    static StagedBytes fetch(List<StagedRanges.Range> wanted, SegmentTable segments, SegmentReader reader,
            Workers workers) {
        List<Optional<byte[]>> read = workers.map(wanted,
                range -> reader.ifThere(segments.id(range.segment()), range.bytes()));
        Map<Long, NavigableMap<Long, byte[]>> ranges = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            StagedRanges.Range range = wanted.get(i);
            read.get(i).ifPresent(bytes -> ranges.computeIfAbsent(range.segment(), _ -> new TreeMap<>())
                    .put(range.bytes().offset(), bytes));
        }
        return new StagedBytes(ranges, segments, reader);
    }

    SegmentTable segments() {
        return segments;
    }

    /// @param objects the format that the chunk is staged for
    /// @throws DamagedChunkException when the chunk is damaged
    StagedChunk open(ChunkRef chunk, Compression objects) {
        if (chunk.length() == 0) {
            return StagedChunk.EMPTY;
        }
        return inRange(chunk, objects).orElseGet(() -> switch (again(chunk, objects)) {
            case Reread.Whole(byte[] bytes) -> check(chunk, objects, bytes, 0).orElseThrow();
            case Reread.Damaged(DamagedChunk damaged) -> throw new DamagedChunkException(damaged);
        });
    }

    private Optional<StagedChunk> inRange(ChunkRef chunk, Compression objects) {
        NavigableMap<Long, byte[]> segment = ranges.get(chunk.segment());
        Map.Entry<Long, byte[]> range = segment == null ? null : segment.floorEntry(chunk.offset());
        if (range == null || range.getKey() + range.getValue().length < chunk.offset() + chunk.length()) {
            return Optional.empty();
        }
        return check(chunk, objects, range.getValue(), Math.toIntExact(chunk.offset() - range.getKey()));
    }

    private static Optional<StagedChunk> check(ChunkRef chunk, Compression objects, byte[] bytes, int offset) {
        return StagedChunk.check(ChunkCoding.of(chunk.form(), objects), bytes, offset, chunk.length());
    }

    private Reread again(ChunkRef chunk, Compression objects) {
        return reread.computeIfAbsent(chunk, _ -> {
            try {
                byte[] bytes = reader.read(segments.id(chunk.segment()),
                        new ByteRange(chunk.offset(), chunk.length()));
                return check(chunk, objects, bytes, 0).isPresent()
                        ? new Reread.Whole(bytes)
                        : damaged(chunk, "fails its checksum");
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.MISSING) {
                    throw e;
                }
                return damaged(chunk, "is not there: " + e.getMessage());
            }
        });
    }

    private Reread damaged(ChunkRef chunk, String why) {
        return new Reread.Damaged(new DamagedChunk(segments.id(chunk.segment()), chunk, why));
    }
}
