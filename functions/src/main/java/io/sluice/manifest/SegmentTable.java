package io.sluice.manifest;

import io.sluice.codec.ChunkFraming;
import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/// The segments that a manifest refers to, each under a number that stays its own for as long as it is referred to.
/// Immutable.
public final class SegmentTable {
    public static final SegmentTable EMPTY = new SegmentTable(new TreeMap<>(), Set.of(), 0);

    private final NavigableMap<Long, SegmentId> segments;
    /// Numbers of the segments whose chunks have no trailers.
    private final Set<Long> bare;
    private final long nextNumber;

    private SegmentTable(NavigableMap<Long, SegmentId> segments, Set<Long> bare, long nextNumber) {
        this.segments = segments;
        this.bare = bare;
        this.nextNumber = nextNumber;
    }

    public int size() {
        return segments.size();
    }

    public Collection<SegmentId> ids() {
        return Collections.unmodifiableCollection(segments.values());
    }

    /// @throws IllegalArgumentException when no segment has that number: the manifest contradicts itself
    public SegmentId id(long number) {
        SegmentId id = segments.get(number);
        if (id == null) {
            throw new IllegalArgumentException(
                    "the manifest refers to segment number " + number + " but does not list it");
        }
        return id;
    }

    /// How the chunks of the segment with that number are framed.
    public ChunkFraming framing(long number) {
        return bare.contains(number) ? ChunkFraming.BARE : ChunkFraming.CHECKED;
    }

    /// The number that the next segment gets; larger than any that was ever given.
    long nextNumber() {
        return nextNumber;
    }

    boolean lists(long number) {
        return segments.containsKey(number);
    }

    /// Every number and its segment, ascending.
    SortedMap<Long, SegmentId> byNumber() {
        return Collections.unmodifiableSortedMap(segments);
    }

    void encode(ByteWriter out) {
        out.varint(nextNumber).varint(segments.size());
        long last = 0;
        for (Map.Entry<Long, SegmentId> each : segments.entrySet()) {
            SegmentId id = each.getValue();
            int framing = framing(each.getKey()) == ChunkFraming.CHECKED ? 1 : 0;
            out.varint(2 * (each.getKey() - last) + framing).fixed64(id.batch().high()).fixed64(id.batch().low())
                    .fixed64(id.contentHigh()).fixed64(id.contentLow());
            last = each.getKey();
        }
    }

    /// What a manifest says of its segments.
    enum Layout {
        /// How each is framed, in the lowest bit beside its number.
        FRAMINGS,
        /// Not how they are framed, in manifests up to format 2: all of them are bare.
        ALL_BARE
    }

    static SegmentTable decode(ByteReader in, Layout layout) {
        long nextNumber = in.varint();
        int size = in.count(4 * Long.BYTES);
        NavigableMap<Long, SegmentId> segments = new TreeMap<>();
        Set<Long> bare = new HashSet<>();
        long number = 0;
        for (int i = 0; i < size; i++) {
            long step = in.varint();
            boolean checked = switch (layout) {
                case FRAMINGS -> (step & 1) != 0;
                case ALL_BARE -> false;
            };
            number += layout == Layout.FRAMINGS ? step >>> 1 : step;
            if (!checked) {
                bare.add(number);
            }
            segments.put(number, new SegmentId(new BatchId(in.fixed64(), in.fixed64()), in.fixed64(), in.fixed64()));
        }
        if (segments.size() != size || (size > 0 && segments.lastKey() >= nextNumber)) {
            throw new MalformedEncodingException("a manifest's segment numbers are not ascending below " + nextNumber);
        }
        return new SegmentTable(segments, bare, nextNumber);
    }

    /// Makes the next manifest's table: segments are added as batches are folded, and only those that a chunk still
    /// refers to are kept. Not safe for concurrent use.
    static final class Builder {
        private final NavigableMap<Long, SegmentId> segments;
        private final Set<Long> bare;
        private final long base;
        private final BitSet live = new BitSet();
        private long nextNumber;

        Builder(SegmentTable from) {
            segments = new TreeMap<>(from.segments);
            bare = new HashSet<>(from.bare);
            base = from.segments.isEmpty() ? from.nextNumber : from.segments.firstKey();
            nextNumber = from.nextNumber;
        }

        long add(SegmentId id, ChunkFraming framing) {
            segments.put(nextNumber, id);
            if (framing == ChunkFraming.BARE) {
                bare.add(nextNumber);
            }
            return nextNumber++;
        }

        LongConsumer liveMarker() {
            return number -> live.set(Math.toIntExact(number - base));
        }

        SegmentTable build() {
            segments.keySet().removeIf(number -> !live.get(Math.toIntExact(number - base)));
            bare.retainAll(segments.keySet());
            return new SegmentTable(segments, bare, nextNumber);
        }
    }
}
