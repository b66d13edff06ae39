package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/// The segments that a manifest refers to, each under a number that stays its own for as long as it is referred to.
/// Immutable.
public final class SegmentTable {
    public static final SegmentTable EMPTY = new SegmentTable(new TreeMap<>(), 0);

    private final NavigableMap<Long, SegmentId> segments;
    private final long nextNumber;

    private SegmentTable(NavigableMap<Long, SegmentId> segments, long nextNumber) {
        this.segments = segments;
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
            out.varint(each.getKey() - last).fixed64(id.batch().high()).fixed64(id.batch().low())
                    .fixed64(id.contentHigh()).fixed64(id.contentLow());
            last = each.getKey();
        }
    }

    static SegmentTable decode(ByteReader in) {
        long nextNumber = in.varint();
        int size = in.count(4 * Long.BYTES);
        NavigableMap<Long, SegmentId> segments = new TreeMap<>();
        long number = 0;
        for (int i = 0; i < size; i++) {
            number += in.varint();
            segments.put(number, new SegmentId(new BatchId(in.fixed64(), in.fixed64()), in.fixed64(), in.fixed64()));
        }
        if (segments.size() != size || (size > 0 && segments.lastKey() >= nextNumber)) {
            throw new MalformedEncodingException("a manifest's segment numbers are not ascending below " + nextNumber);
        }
        return new SegmentTable(segments, nextNumber);
    }

    /// Makes the next manifest's table: segments are added as batches are folded, and only those that a chunk still
    /// refers to are kept. Not safe for concurrent use.
    static final class Builder {
        private final NavigableMap<Long, SegmentId> segments;
        private final long base;
        private final BitSet live = new BitSet();
        private long nextNumber;

        Builder(SegmentTable from) {
            segments = new TreeMap<>(from.segments);
            base = from.segments.isEmpty() ? from.nextNumber : from.segments.firstKey();
            nextNumber = from.nextNumber;
        }

        long add(SegmentId id) {
            segments.put(nextNumber, id);
            return nextNumber++;
        }

        LongConsumer liveMarker() {
            return number -> live.set(Math.toIntExact(number - base));
        }

        SegmentTable build() {
            segments.keySet().removeIf(number -> !live.get(Math.toIntExact(number - base)));
            return new SegmentTable(segments, nextNumber);
        }
    }
}
