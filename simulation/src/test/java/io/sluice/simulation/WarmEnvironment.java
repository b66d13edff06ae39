package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// An execution environment of the transform function that lives on after an invocation, with all that it knows by
/// then. It has one invocation at a time, and ends with one that is killed.
///
/// @param <F> its function
final class WarmEnvironment<F> {
    private final F function;
    private Optional<Mistake.Ports> ports = Optional.empty();

    /// @param made of the stores as whichever invocation is under way reaches them
    WarmEnvironment(Function<Mistake.Ports, F> made) {
        this.function = made.apply(new Mistake.Ports(
                passingOn(ObjectStore.class, () -> ports.orElseThrow().staging()),
                passingOn(ObjectStore.class, () -> ports.orElseThrow().data()),
                passingOn(BufferIndex.class, () -> ports.orElseThrow().index()), () -> {}));
    }

    /// The environment of a version of configuration that lives on, in half of the cases where it is free.
    ///
    /// @param all by the number of the configuration
    static <F> Optional<WarmEnvironment<F>> of(Map<Integer, WarmEnvironment<F>> all, Configuration configuration,
            Choices choices, Function<Mistake.Ports, F> made) {
        if (choices.oneIn(2)) {
            return Optional.empty();
        }
        WarmEnvironment<F> environment = all.computeIfAbsent(configuration.number(), _ -> new WarmEnvironment<>(made));
        if (environment.isFree()) {
            return Optional.of(environment);
        }
        all.remove(configuration.number());
        return Optional.empty();
    }

    private boolean isFree() {
        return ports.isEmpty();
    }

    /// Carries an invocation out. One that fails ends in order; one that is killed never ends.
    void invoke(Mistake.Ports own, Consumer<F> invocation) {
        ports = Optional.of(own);
        try {
            invocation.accept(function);
            ports = Optional.empty();
        } catch (RuntimeException e) {
            ports = Optional.empty();
            throw e;
        }
    }

    private static <T> T passingOn(Class<T> port, Supplier<T> now) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[]{port}, (_, method, arguments) -> {
            try {
                return method.invoke(now.get(), arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
