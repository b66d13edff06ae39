package io.sluice.flush;

import java.util.List;
import java.util.function.Function;

/// Runs independent requests side by side.
public interface Workers {
    /// Applies `work` to each item and gives the results in the items' order. When a call throws, the rest still run and
    /// the first exception in the items' order is thrown.
    <T, R> List<R> map(List<T> items, Function<T, R> work);

    /// One after another, on the caller's thread.
    static Workers sequential() {
        return new Workers() {
            @Override
            public <T, R> List<R> map(List<T> items, Function<T, R> work) {
                return items.stream().map(work).toList();
            }
        };
    }
}
