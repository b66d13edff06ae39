package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.segment.BatchId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The ids of the batches folded in the recent past, by hour: a batch that is put again is recognised and dropped.
/// Sixteen bytes a batch; immutable.
public final class FoldedBatches {
    public static final FoldedBatches EMPTY = new FoldedBatches(new TreeMap<>());

    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

    /// Hour since the epoch → ids in ascending order, two longs each.
    private final NavigableMap<Long, long[]> hours;

    private FoldedBatches(NavigableMap<Long, long[]> hours) {
        this.hours = hours;
    }

    public boolean contains(BatchId batch) {
        for (long[] ids : hours.values()) {
            if (find(ids, batch)) {
                return true;
            }
        }
        return false;
    }

    public int size() {
        return hours.values().stream().mapToInt(ids -> ids.length / 2).sum();
    }

    /// These batches and `more`, folded at `now`.
    FoldedBatches with(Collection<BatchId> more, long now) {
        if (more.isEmpty()) {
            return this;
        }
        NavigableMap<Long, long[]> next = new TreeMap<>(hours);
        next.merge(now / HOUR_MILLIS, sorted(more), FoldedBatches::merge);
        return new FoldedBatches(next);
    }

    /// These batches without the hours that ended more than `keep` ago. Those of `present` stay whatever their age: the
    /// index still holds their entries, which would be folded again by the first run that does not know them.
    FoldedBatches without(Duration keep, long now, Collection<BatchId> present) {
        long first = (now - keep.toMillis()) / HOUR_MILLIS;
        FoldedBatches old = new FoldedBatches(hours.headMap(first, false));
        if (old.hours.isEmpty()) {
            return this;
        }
        FoldedBatches rest = new FoldedBatches(hours.tailMap(first, true));
        return rest.with(present.stream().filter(batch -> old.contains(batch) && !rest.contains(batch)).toList(), now);
    }

    void encode(ByteWriter out) {
        out.varint(hours.size());
        for (Map.Entry<Long, long[]> hour : hours.entrySet()) {
            out.varint(hour.getKey()).varint(hour.getValue().length / 2);
            for (long half : hour.getValue()) {
                out.fixed64(half);
            }
        }
    }

    static FoldedBatches decode(ByteReader in) {
        int size = in.length();
        NavigableMap<Long, long[]> hours = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            long hour = in.varint();
            long[] ids = new long[2 * in.count(2 * Long.BYTES)];
            for (int half = 0; half < ids.length; half++) {
                ids[half] = in.fixed64();
            }
            hours.put(hour, ids);
        }
        return new FoldedBatches(hours);
    }

    private static long[] sorted(Collection<BatchId> batches) {
        List<BatchId> inOrder = batches.stream().sorted().toList();
        long[] ids = new long[2 * inOrder.size()];
        for (int i = 0; i < inOrder.size(); i++) {
            ids[2 * i] = inOrder.get(i).high();
            ids[2 * i + 1] = inOrder.get(i).low();
        }
        return ids;
    }

    private static long[] merge(long[] left, long[] right) {
        long[] merged = new long[left.length + right.length];
        int l = 0;
        int r = 0;
        for (int to = 0; to < merged.length; to += 2) {
            boolean fromLeft = r == right.length || (l < left.length && at(left, l).compareTo(at(right, r)) <= 0);
            long[] from = fromLeft ? left : right;
            int index = fromLeft ? l : r;
            merged[to] = from[index];
            merged[to + 1] = from[index + 1];
            l += fromLeft ? 2 : 0;
            r += fromLeft ? 0 : 2;
        }
        return merged;
    }

    private static boolean find(long[] ids, BatchId batch) {
        int low = 0;
        int high = ids.length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = at(ids, 2 * middle).compareTo(batch);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    private static BatchId at(long[] ids, int index) {
        return new BatchId(ids[index], ids[index + 1]);
    }
}
