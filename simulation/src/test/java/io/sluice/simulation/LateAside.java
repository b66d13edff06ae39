package io.sluice.simulation;

import io.sluice.work.Workers;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// One after another, what is aside last: the other order in which two things side by side may end.
public final class LateAside implements Workers {
    @Override
    public <T, R> List<R> map(List<T> items, Function<T, R> work) {
        return items.stream().map(work).toList();
    }

    @Override
    public <R> R beside(Supplier<R> aside, Runnable work) {
        work.run();
        return aside.get();
    }
}
