package io.sluice.app;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A component that is made when it is asked for first: a function makes what its events need and no more. Safe for
/// concurrent use.
public final class Once<T> implements Supplier<T> {
    private final Supplier<T> maker;
    private @Nullable T made;

    public Once(Supplier<T> maker) {
        this.maker = maker;
    }

    /// A component that is there already.
    public static <T> Once<T> there(T component) {
        Once<T> once = new Once<>(() -> component);
        once.made = component;
        return once;
    }

    /// The component. What making it throws is thrown, and it is tried again when it is asked for again.
    @Override
    public synchronized T get() {
        T there = made;
        if (there == null) {
            there = maker.get();
            made = there;
        }
        return there;
    }

    /// The component where somebody has asked for it.
    public synchronized Optional<T> ifMade() {
        return Optional.ofNullable(made);
    }
}
