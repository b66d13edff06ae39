package io.sluice.work;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// Runs independent requests side by side.
public interface Workers {
    /// Applies `work` to each item and gives the results in the items' order. When a call throws, the rest still run
    /// and the first exception in the items' order is thrown.
    <T, R> List<R> map(List<T> items, Function<T, R> work);

    /// Does `work` and `aside` side by side, outside the bound on [#map]'s requests, and gives what `aside` gives once
    /// both have ended. When one throws, the other still runs to its end; when both do, what `aside` throws is
    /// suppressed in the other.
    <R> R beside(Supplier<R> aside, Runnable work);

    /// Begins `work`, outside the bound on [#map]'s requests, and gives what waits for its end: what it gives, or
    /// throws. Where nothing goes on side by side, it is done when it is asked for.
    default <R> Supplier<R> ahead(Supplier<R> work) {
        return work;
    }

    /// One after another, on the caller's thread: what is aside goes first, and when it throws, nothing follows.
    static Workers sequential() {
        return new Workers() {
            @Override
            public <T, R> List<R> map(List<T> items, Function<T, R> work) {
                return items.stream().map(work).toList();
            }

            @Override
            public <R> R beside(Supplier<R> aside, Runnable work) {
                R given = aside.get();
                work.run();
                return given;
            }
        };
    }
}
