package io.sluice.simulation.versions;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Carries objects from the classes of one version over to those of another, by names:
///
/// * values as values, all they are made of carried over as well ([CarriedValues]), and exceptions ([CarriedFailures]);
/// * what implements an interface of the product stays where it is, behind an object of the other version's interface
///   ([Port]), and comes back as itself;
/// * what is of neither version's classes passes.
///
/// What it cannot carry over without losing something fails with an [IllegalStateException] that names it. Safe for use
/// by several threads.
final class Crossing {
    private final ClassLoader from;
    private final ClassLoader to;
    private final CarriedValues values = new CarriedValues(this);
    private final CarriedFailures failures = new CarriedFailures(this);
    private final Map<Class<?>, Class<?>[]> ports = new ConcurrentHashMap<>();
    private @Nullable Crossing back;

    Crossing(ClassLoader from, ClassLoader to) {
        this.from = from;
        this.to = to;
    }

    /// The way back, without which nothing behind an interface crosses.
    void isBackOf(Crossing other) {
        back = other;
    }

    Crossing back() {
        if (back == null) {
            throw new IllegalStateException("no way back is known");
        }
        return back;
    }

    /// The class of that name where objects are carried to.
    ///
    /// @throws IllegalStateException when there is none
    Class<?> twin(Class<?> type) {
        return twin(type.getName());
    }

    /// The same of a name.
    Class<?> twin(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException(
                name + " is not there in the other version, and one was to be carried over"));
    }

    private Optional<Class<?>> find(String name) {
        try {
            return Optional.of(Class.forName(name, true, to));
        } catch (ClassNotFoundException _) {
            return Optional.empty();
        }
    }

    @Nullable
    Object carry(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (Proxy.isProxyClass(value.getClass()) && Proxy.getInvocationHandler(value) instanceof Port port) {
            return port.behind(this);
        }
        Class<?> type = value.getClass();
        if (!isOurs(type)) {
            return value instanceof Throwable failure ? failures.carry(failure) : contained(value);
        }
        if (value instanceof Enum<?> constant) {
            return constant(constant);
        }
        if (value instanceof Throwable failure) {
            return failures.carry(failure);
        }
        Class<?>[] interfaces = ports.computeIfAbsent(type, this::ports);
        if (interfaces.length > 0) {
            return Proxy.newProxyInstance(to, interfaces, new Port(value, this));
        }
        return type.isHidden() || value instanceof InstantSource ? value : values.carry(value);
    }

    /// Whether it is a class of the version that objects are carried from.
    boolean isOurs(Class<?> type) {
        return type.getClassLoader() == from
                && (type.getName().startsWith(OtherVersion.PRODUCT) || Proxy.isProxyClass(type));
    }

    /// The interfaces of the product that it implements, as the other version has them. A sealed one is a choice among
    /// values.
    private Class<?>[] ports(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            collect(each, all);
        }
        return all.stream().filter(each -> isOurs(each) && !each.isSealed())
                .flatMap(each -> find(each.getName()).stream())
                .filter(each -> Modifier.isPublic(each.getModifiers())).toArray(Class<?>[]::new);
    }

    private static void collect(Class<?> type, Set<Class<?>> all) {
        for (Class<?> each : type.getInterfaces()) {
            if (all.add(each)) {
                collect(each, all);
            }
        }
    }

    private Object constant(Enum<?> constant) {
        Object[] constants = twin(constant.getDeclaringClass()).getEnumConstants();
        return Arrays.stream(constants).filter(each -> ((Enum<?>) each).name().equals(constant.name())).findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        constant.getDeclaringClass().getName() + " has no " + constant + " in the other version"));
    }

    /// What holds objects of a version without being one; what holds none passes.
    private Object contained(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.map(this::carry);
            case List<?> list -> Collections.unmodifiableList(each(list.stream(), new ArrayList<>()));
            case SortedSet<?> set -> each(set.stream(), new TreeSet<>());
            case Set<?> set -> each(set.stream(), new LinkedHashSet<>());
            case SortedMap<?, ?> map -> each(map, new TreeMap<>());
            case Map<?, ?> map -> each(map, new LinkedHashMap<>());
            case Stream<?> stream -> stream.map(this::carry);
            case Collection<?> all -> each(all.stream(), new ArrayList<>());
            case Object[] array -> array(array);
            default -> value;
        };
    }

    private <C extends Collection<@Nullable Object>> C each(Stream<?> elements, C into) {
        elements.forEach(element -> into.add(carry(element)));
        return into;
    }

    private <M extends Map<@Nullable Object, @Nullable Object>> M each(Map<?, ?> map, M into) {
        map.forEach((key, value) -> into.put(carry(key), carry(value)));
        return into;
    }

    private Object array(Object[] array) {
        Class<?> element = array.getClass().getComponentType();
        Object carried = Array.newInstance(isOurs(element) ? twin(element) : element, array.length);
        for (int i = 0; i < array.length; i++) {
            Array.set(carried, i, carry(array[i]));
        }
        return carried;
    }

    /// Whether parameters of those types take these arguments.
    static boolean fits(Class<?>[] parameters, @Nullable Object[] arguments) {
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            Object argument = arguments[i];
            Class<?> type = java.lang.invoke.MethodType.methodType(parameters[i]).wrap().returnType();
            if (argument != null ? !type.isInstance(argument) : parameters[i].isPrimitive()) {
                return false;
            }
        }
        return true;
    }

    /// To be thrown: `failure` itself where it needs not be declared.
    ///
    /// @throws Error `failure`, if it is one
    static RuntimeException unchecked(Throwable failure) {
        return switch (failure) {
            case RuntimeException e -> e;
            case Error e -> throw e;
            case Throwable e -> new IllegalStateException("a checked exception crosses between versions", e);
        };
    }
}
