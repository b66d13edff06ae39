package io.sluice.simulation;

import java.util.List;

/// Where every decision of a simulated world comes from: the same answers give the same run, request by request.
public interface Choices {
    /// One of `0` to `n - 1`.
    int below(int n);

    /// True once in `n` times.
    default boolean oneIn(int n) {
        return below(n) == 0;
    }

    /// One of `least` to `most`.
    default int between(int least, int most) {
        return least + below(most - least + 1);
    }

    default <T> T pick(List<T> items) {
        return items.get(below(items.size()));
    }
}
