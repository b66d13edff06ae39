package io.sluice.simulation.versions;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Carries values over. A value that has a written form is written by its own version and read by the other, as the
/// table would have it between them; a record is made again of its components, by their names; another value of its
/// fields, where a constructor takes just these. A component that one version alone has holds nothing in the other:
/// none, 0 or false.
final class CarriedValues {
    /// By the simple name of the class: the method that writes, and the static one that reads.
    private static final Map<String, List<String>> WRITTEN = Map.of("IndexEntry", List.of("encode", "decode"),
            "BufferCountHistory", List.of("encode", "decode"), "PrefixExpression", List.of("text", "parse"));
    /// Components that are left out although they hold something: which version has them is itself what is tested.
    private static final Set<String> LEFT_OUT = Set.of("RecoverySettings.landings", "ObjectAttributes.records");

    private final Crossing crossing;
    private final Map<Class<?>, Carrier> carriers = new ConcurrentHashMap<>();

    CarriedValues(Crossing crossing) {
        this.crossing = crossing;
    }

    /// Carries values of one class over.
    @FunctionalInterface
    private interface Carrier {
        Object carry(Object value) throws ReflectiveOperationException;
    }

    Object carry(Object value) {
        try {
            return carriers.computeIfAbsent(value.getClass(), this::carrier).carry(value);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(value.getClass().getName() + " is refused by the other version: " + value,
                    e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalStateException(value.getClass().getName() + " cannot be carried over", e);
        }
    }

    private Carrier carrier(Class<?> type) {
        try {
            List<String> written = WRITTEN.get(type.getSimpleName());
            if (written != null) {
                return written(type, written.get(0), written.get(1));
            }
            return type.isRecord() ? components(type) : fields(type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " cannot be carried over", e);
        }
    }

    /// An entry of the index is read by its key besides.
    private Carrier written(Class<?> type, String write, String read) throws ReflectiveOperationException {
        Method writer = accessible(type.getDeclaredMethod(write));
        Class<?> text = writer.getReturnType();
        Optional<Method> key = Arrays.stream(type.getDeclaredMethods())
                .filter(each -> text == byte[].class && each.getName().equals("key")).findFirst();
        Class<?> twin = crossing.twin(type);
        if (key.isPresent()) {
            Method of = accessible(key.get());
            Method reader = accessible(twin.getDeclaredMethod(read, crossing.twin(of.getReturnType()), text));
            return value -> Objects
                    .requireNonNull(reader.invoke(null, crossing.carry(of.invoke(value)), writer.invoke(value)));
        }
        Method reader = accessible(twin.getDeclaredMethod(read, text));
        return value -> Objects.requireNonNull(reader.invoke(null, writer.invoke(value)));
    }

    private Carrier components(Class<?> type) throws ReflectiveOperationException {
        Class<?> twin = crossing.twin(type);
        Map<String, Method> accessors = new HashMap<>();
        for (RecordComponent each : type.getRecordComponents()) {
            accessors.put(each.getName(), accessible(each.getAccessor()));
        }
        RecordComponent[] wanted = twin.getRecordComponents();
        Constructor<?> constructor = twin.getDeclaredConstructor(
                Arrays.stream(wanted).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        Map<String, Method> left = new HashMap<>(accessors);
        Arrays.stream(wanted).forEach(each -> left.remove(each.getName()));
        left.keySet().removeIf(each -> LEFT_OUT.contains(type.getSimpleName() + "." + each));
        return value -> {
            for (Map.Entry<String, Method> each : left.entrySet()) {
                requireNothing(type, each.getKey(), each.getValue().invoke(value));
            }
            @Nullable
            Object[] arguments = new Object[wanted.length];
            for (int i = 0; i < wanted.length; i++) {
                Method accessor = accessors.get(wanted[i].getName());
                arguments[i] = accessor == null ? nothing(type, wanted[i]) : crossing.carry(accessor.invoke(value));
            }
            return constructor.newInstance(arguments);
        };
    }

    private static void requireNothing(Class<?> type, String name, @Nullable Object value) {
        boolean isNothing = switch (value) {
            case null -> true;
            case Optional<?> optional -> optional.isEmpty();
            case Collection<?> all -> all.isEmpty();
            case Map<?, ?> map -> map.isEmpty();
            case Number number -> number.doubleValue() == 0;
            case Boolean is -> !is;
            default -> false;
        };
        if (!isNothing) {
            throw new IllegalStateException(
                    type.getName() + " has no " + name + " in the other version, and it is " + value);
        }
    }

    private static Object nothing(Class<?> type, RecordComponent component) {
        Class<?> wanted = component.getType();
        if (wanted == Optional.class) {
            return Optional.empty();
        } else if (wanted == List.class) {
            return List.of();
        } else if (wanted == Set.class) {
            return Set.of();
        } else if (wanted == Map.class) {
            return Map.of();
        } else if (wanted == boolean.class) {
            return false;
        } else if (wanted == long.class) {
            return 0L;
        } else if (wanted == int.class) {
            return 0;
        }
        throw new IllegalStateException(type.getName() + " has no " + component.getName() + " to be carried over");
    }

    private Carrier fields(Class<?> type) throws ReflectiveOperationException {
        Field[] own = Arrays.stream(type.getDeclaredFields())
                .filter(each -> !Modifier.isStatic(each.getModifiers())).toArray(Field[]::new);
        Class<?>[] types = Arrays.stream(own).map(Field::getType)
                .map(each -> crossing.isOurs(each) ? crossing.twin(each) : each).toArray(Class<?>[]::new);
        Constructor<?> constructor = crossing.twin(type).getDeclaredConstructor(types);
        constructor.setAccessible(true);
        for (Field each : own) {
            each.setAccessible(true);
        }
        return value -> {
            @Nullable
            Object[] arguments = new Object[own.length];
            for (int i = 0; i < own.length; i++) {
                arguments[i] = crossing.carry(own[i].get(value));
            }
            return constructor.newInstance(arguments);
        };
    }

    private static Method accessible(Method method) {
        method.setAccessible(true);
        return method;
    }
}
