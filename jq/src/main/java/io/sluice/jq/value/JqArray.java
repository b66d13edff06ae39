package io.sluice.jq.value;

import java.util.Arrays;
import java.util.List;

/// An immutable array. Appending to the newest array that shares a backing store takes amortised constant time, so
/// that `reduce … (.; . + [$x])` is linear; older arrays see only their own part of it.
public final class JqArray implements JqValue {
    public static final JqArray EMPTY = new JqArray(new Store(new JqValue[0], 0), 0, 0);

    /// Elements that several arrays look at; `used` tells which of them may append.
    private static final class Store {
        private JqValue[] elements;
        private int used;

        Store(JqValue[] elements, int used) {
            this.elements = elements;
            this.used = used;
        }
    }

    private final Store store;
    private final int offset;
    private final int size;

    private JqArray(Store store, int offset, int size) {
        this.store = store;
        this.offset = offset;
        this.size = size;
    }

    /// An array of `elements`, which must not be changed afterwards.
    public static JqArray of(JqValue... elements) {
        return new JqArray(new Store(elements, elements.length), 0, elements.length);
    }

    public static JqArray of(List<JqValue> elements) {
        return of(elements.toArray(new JqValue[0]));
    }

    public int size() {
        return size;
    }

    public JqValue at(int index) {
        return store.elements[offset + index];
    }

    /// The elements from `start` up to `end`; the same instance when that is all of them.
    public JqArray slice(int start, int end) {
        if (start == end) {
            return EMPTY;
        }
        return start == 0 && end == size ? this : new JqArray(store, offset + start, end - start);
    }

    public JqArray append(JqValue element) {
        Store target = appendable(1);
        int start = target == store ? offset : 0;
        target.elements[start + size] = element;
        target.used++;
        return new JqArray(target, start, size + 1);
    }

    public JqArray concat(JqArray tail) {
        if (tail.size == 0) {
            return this;
        }
        Store target = appendable(tail.size);
        int start = target == store ? offset : 0;
        System.arraycopy(tail.store.elements, tail.offset, target.elements, start + size, tail.size);
        target.used += tail.size;
        return new JqArray(target, start, size + tail.size);
    }

    /// The array with `value` at `index`, padded with nulls up to there.
    public JqArray with(int index, JqValue value) {
        if (index == size) {
            return append(value);
        }
        JqValue[] copy = Arrays.copyOfRange(store.elements, offset, offset + Math.max(size, index + 1));
        if (index > size) {
            Arrays.fill(copy, size, index, JqNull.NULL);
        } else {
            Arrays.fill(copy, size, copy.length, JqNull.NULL);
        }
        copy[index] = value;
        return of(copy);
    }

    /// A store with room for `more` elements after this array's own: its own when nobody appended to it yet.
    private Store appendable(int more) {
        int end = offset + size;
        if (store.used == end && end + more <= store.elements.length) {
            return store;
        }
        int room = Math.max(8, size + more + (size + more) / 2);
        JqValue[] copy = new JqValue[room];
        System.arraycopy(store.elements, offset, copy, 0, size);
        return new Store(copy, size);
    }

    @Override
    public int rank() {
        return 6;
    }

    @Override
    public String typeName() {
        return "array";
    }
}
