package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.segment.BatchId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// A set of batch ids, sixteen bytes each, in ascending order. Immutable.
public final class BatchIds {
    public static final BatchIds NONE = new BatchIds(new long[0]);
    static final int BYTES_EACH = 2 * Long.BYTES;

    /// Two longs for each id.
    private final long[] halves;

    private BatchIds(long[] halves) {
        this.halves = halves;
    }

    static BatchIds of(Collection<BatchId> batches) {
        List<BatchId> inOrder = batches.stream().sorted().distinct().toList();
        long[] halves = new long[2 * inOrder.size()];
        for (int i = 0; i < inOrder.size(); i++) {
            halves[2 * i] = inOrder.get(i).high();
            halves[2 * i + 1] = inOrder.get(i).low();
        }
        return new BatchIds(halves);
    }

    public int size() {
        return halves.length / 2;
    }

    public boolean contains(BatchId batch) {
        int low = 0;
        int high = size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = at(middle).compareTo(batch);
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

    /// The ids of both sets.
    public BatchIds and(BatchIds others) {
        if (halves.length == 0 || others.halves.length == 0) {
            return halves.length == 0 ? others : this;
        }
        long[] union = new long[halves.length + others.halves.length];
        int size = 0;
        int own = 0;
        int other = 0;
        while (own < size() || other < others.size()) {
            int order = own == size() ? 1 : other == others.size() ? -1 : at(own).compareTo(others.at(other));
            BatchId next = order <= 0 ? at(own) : others.at(other);
            union[size++] = next.high();
            union[size++] = next.low();
            own += order <= 0 ? 1 : 0;
            other += order >= 0 ? 1 : 0;
        }
        return new BatchIds(size == union.length ? union : Arrays.copyOf(union, size));
    }

    void encode(ByteWriter out) {
        out.varint(size());
        for (long half : halves) {
            out.fixed64(half);
        }
    }

    static BatchIds decode(ByteReader in) {
        long[] halves = new long[2 * in.count(BYTES_EACH)];
        for (int i = 0; i < halves.length; i++) {
            halves[i] = in.fixed64();
        }
        return new BatchIds(halves);
    }

    private BatchId at(int index) {
        return new BatchId(halves[2 * index], halves[2 * index + 1]);
    }
}
