package io.sluice.lean;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Who extends whom, in the jar and up into the JDK.
final class Hierarchy {
    private final WholeJar jar;
    private final Map<String, Optional<Type>> platform = new HashMap<>();
    private final Map<String, Set<String>> ancestors = new HashMap<>();

    Hierarchy(WholeJar jar) {
        this.jar = jar;
    }

    /// A method and the class that has it.
    record Found(Type type, MethodModel method) {}

    /// The class in the jar, or in the JDK; empty where neither has it.
    Optional<Type> type(String name) {
        return jar.type(name).or(() -> platform.computeIfAbsent(name, Hierarchy::ofPlatform));
    }

    /// The class itself and all that it extends and implements, nearest first.
    Set<String> ancestors(String name) {
        Set<String> known = ancestors.get(name);
        if (known == null) {
            known = new LinkedHashSet<>();
            known.add(name);
            for (String parent : type(name).map(Type::parents).orElse(List.of())) {
                known.addAll(ancestors(parent));
            }
            ancestors.put(name, known);
        }
        return known;
    }

    /// The method that a call on `name` finds: of the class, its superclasses, then its interfaces.
    Optional<Found> find(String name, String key) {
        Optional<Found> nearest = Optional.empty();
        for (String each : superclassesFirst(name)) {
            Optional<Found> here = type(each).flatMap(type -> type.method(key).map(it -> new Found(type, it)));
            if (here.isPresent() && (nearest.isEmpty() || overrides(each, nearest.get().type().name()))) {
                nearest = here;
            }
        }
        return nearest;
    }

    /// A default method of an interface is found in the most special of those that have it.
    private boolean overrides(String candidate, String known) {
        return isInterface(known) && isInterface(candidate) && !candidate.equals(known)
                && ancestors(candidate).contains(known);
    }

    private boolean isInterface(String name) {
        return type(name).map(type -> type.model().flags().has(AccessFlag.INTERFACE)).orElse(false);
    }

    private Set<String> superclassesFirst(String name) {
        Set<String> order = new LinkedHashSet<>();
        Optional<Type> next = type(name);
        while (next.isPresent()) {
            order.add(next.get().name());
            next = next.get().model().superclass().flatMap(parent -> type(parent.asInternalName()));
        }
        order.addAll(ancestors(name));
        return order;
    }

    private static Optional<Type> ofPlatform(String name) {
        try (var in = ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? Optional.empty() : Optional.of(Type.of(ClassFile.of().parse(in.readAllBytes())));
        } catch (IOException e) {
            throw new UncheckedIOException(name + " of the JDK cannot be read", e);
        }
    }
}
