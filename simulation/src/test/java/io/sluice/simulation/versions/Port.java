package io.sluice.simulation.versions;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// An object of one version behind an interface of the other: what is asked of it crosses, and so does what it answers
/// or throws. What it does not decide itself, the asking version's interface does.
final class Port implements InvocationHandler {
    private static final Map<Asked, Method> FOUND = new ConcurrentHashMap<>();

    private final Object object;
    private final Crossing crossing;

    /// @param crossing the way the object went
    Port(Object object, Crossing crossing) {
        this.object = object;
        this.crossing = crossing;
    }

    private record Asked(Class<?> type, Method method) {}

    /// The object itself, for who goes the way back.
    Object behind(Crossing other) {
        if (other != crossing.back()) {
            throw new IllegalStateException(object.getClass().getName() + " would cross twice");
        }
        return object;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "toString" -> object.toString();
                case "hashCode" -> System.identityHashCode(object);
                default -> proxy == given[0];
            };
        }
        Method found = FOUND.computeIfAbsent(new Asked(object.getClass(), method), _ -> find(method));
        if (found.isDefault() && method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, given);
        }
        @Nullable
        Object[] carried = Arrays.stream(given).map(crossing.back()::carry).toArray();
        try {
            return crossing.carry(found.invoke(object, carried));
        } catch (InvocationTargetException e) {
            throw Objects.requireNonNull((Throwable) crossing.carry(e.getCause()));
        }
    }

    /// A method that only the asking version has must be one that its interface does by itself.
    private Method find(Method asked) {
        List<String> types = Arrays.stream(asked.getParameterTypes()).map(Class::getName).toList();
        Method found = Arrays.stream(object.getClass().getMethods())
                .filter(each -> !each.isBridge() && each.getName().equals(asked.getName())
                        && Arrays.stream(each.getParameterTypes()).map(Class::getName).toList().equals(types))
                .findFirst().orElseGet(() -> {
                    if (asked.isDefault()) {
                        return asked;
                    }
                    throw new IllegalStateException("the other version has no " + asked);
                });
        found.setAccessible(true);
        return found;
    }
}
