package io.sluice.lean;

import java.lang.classfile.MethodModel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What can run, and what that needs: from its roots along every call, each call in every class that is made anywhere
/// and could be the one called (rapid type analysis).
///
/// It errs to the side of too much: a lambda or method reference counts as called where it is made, what overrides a
/// method of the JDK where its class is made, and a text that is the name of a class as the use of all of it.
final class Reach {
    private static final String CLASS_INITIALIZER = "<clinit>()V";

    private final WholeJar jar;
    private final Hierarchy hierarchy;
    private final Set<String> loaded = new TreeSet<>();
    private final Set<String> initialized = new HashSet<>();
    private final Set<String> made = new HashSet<>();
    private final Set<String> methods = new HashSet<>();
    private final Map<String, Set<String>> madeOf = new HashMap<>();
    private final Map<String, Set<String>> calls = new HashMap<>();
    private final Deque<Hierarchy.Found> waiting = new ArrayDeque<>();
    private final Instructions instructions = new Instructions(this);

    Reach(WholeJar jar) {
        this.jar = jar;
        this.hierarchy = new Hierarchy(jar);
    }

    /// The classes of the jar that what runs names; only these are asked for by the JVM, apart from its verifier.
    Set<String> loaded() {
        return loaded;
    }

    /// Whether the method, as `owner.name(descriptor)`, can run.
    boolean reaches(String method) {
        return methods.contains(method);
    }

    /// All of a class runs: it is called by what is not looked at, or by its name.
    void whole(String name) {
        made(name);
        jar.type(name).ifPresent(type -> type.methods().values().forEach(method -> reach(type, method)));
    }

    /// Follows what waits until nothing new is found.
    void run() {
        while (!waiting.isEmpty()) {
            Hierarchy.Found next = waiting.pop();
            instructions.follow(next.method());
        }
    }

    /// The class has to be there.
    void load(String name) {
        if (!jar.holds(name) || !loaded.add(name)) {
            return;
        }
        Type type = jar.type(name).orElseThrow();
        type.parents().forEach(this::load);
        type.outer().forEach(this::load);
    }

    /// Its static initializer runs, and its superclasses'.
    void initialize(String name) {
        load(name);
        if (jar.holds(name) && initialized.add(name)) {
            Type type = jar.type(name).orElseThrow();
            type.method(CLASS_INITIALIZER).ifPresent(method -> reach(type, method));
            type.parents().forEach(this::initialize);
        }
    }

    /// There are objects of the class.
    void made(String name) {
        initialize(name);
        if (!jar.holds(name) || !made.add(name)) {
            return;
        }
        for (String ancestor : hierarchy.ancestors(name)) {
            if (jar.holds(ancestor)) {
                madeOf.computeIfAbsent(ancestor, _ -> new LinkedHashSet<>()).add(name);
                List.copyOf(calls.getOrDefault(ancestor, Set.of())).forEach(key -> dispatch(name, key));
            } else {
                hierarchy.type(ancestor).ifPresent(foreign -> foreign.methods().forEach((key, method) -> {
                    if (Type.isOverriding(method)) {
                        dispatch(name, key);
                    }
                }));
            }
        }
    }

    /// A method is called on an object of the class, or of one of its subclasses.
    void call(String owner, String key) {
        load(owner);
        hierarchy.find(owner, key).ifPresent(found -> {
            load(found.type().name());
            if (!Type.isOverriddenAnywhere(found.method())) {
                reach(found.type(), found.method());
            }
        });
        if (jar.holds(owner) && calls.computeIfAbsent(owner, _ -> new HashSet<>()).add(key)) {
            List.copyOf(madeOf.getOrDefault(owner, Set.of())).forEach(name -> dispatch(name, key));
        }
    }

    /// A method is called as it stands, without a subclass in its place.
    void callExactly(String owner, String key) {
        load(owner);
        hierarchy.find(owner, key).ifPresent(found -> {
            initialize(found.type().name());
            reach(found.type(), found.method());
        });
    }

    /// A static field is used.
    void field(String owner) {
        hierarchy.ancestors(owner).forEach(this::initialize);
    }

    /// A text that runs may ask for a class by its name.
    void text(String text) {
        String name = text.replace('.', '/');
        if (jar.holds(name)) {
            whole(name);
        }
    }

    private void dispatch(String name, String key) {
        hierarchy.find(name, key).ifPresent(found -> reach(found.type(), found.method()));
    }

    private void reach(Type type, MethodModel method) {
        if (jar.holds(type.name()) && methods.add(type.name() + "." + Type.key(method))) {
            load(type.name());
            waiting.push(new Hierarchy.Found(type, method));
        }
    }
}
