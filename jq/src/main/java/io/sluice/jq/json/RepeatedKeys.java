package io.sluice.jq.json;

import java.util.Arrays;

/// The keys of an object in JSON text, with their places: the next object of an array most often has the same, in the
/// same order and the same bytes. They are then neither decoded nor compared with one another again. For one thread.
final class RepeatedKeys {
    private static final int SIZE_MAX = 64;

    private final byte[] text;
    private String[] names = new String[8];
    /// Offsets of the opening quotes, and behind the closing ones.
    private int[] starts = new int[8];
    private int[] ends = new int[8];
    private int size;

    RepeatedKeys(byte[] text) {
        this.text = text;
    }

    /// The offset behind the key that is at `at`, when it is that at the same place of the last object; otherwise -1.
    int end(int index, int at, int limit) {
        if (index >= size) {
            return -1;
        }
        int length = ends[index] - starts[index];
        return length <= limit - at && Arrays.equals(text, starts[index], ends[index], text, at, at + length)
                ? at + length
                : -1;
    }

    String name(int index) {
        return names[index];
    }

    /// Keeps a key that differs, and forgets those behind it.
    void put(int index, String name, int start, int end) {
        if (index > size || index == SIZE_MAX) {
            return;
        }
        if (index == names.length) {
            names = Arrays.copyOf(names, 2 * index);
            starts = Arrays.copyOf(starts, 2 * index);
            ends = Arrays.copyOf(ends, 2 * index);
        }
        names[index] = name;
        starts[index] = start;
        ends[index] = end;
        size = index + 1;
    }

    /// Forgets those from `index` on.
    void cut(int index) {
        size = Math.min(size, index);
    }
}
