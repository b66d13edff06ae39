package io.sluice.simulation.versions;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The classes of a version of Sluice as it was compiled, loaded beside this one's, and calls to its objects. A class
/// of it is named by the class of this version that has its name. What is handed to it and what it answers crosses by
/// [Crossing]; its own objects stay its own, as an [Object].
///
/// Libraries are this version's. Safe for use by several threads.
public final class OtherVersion {
    static final String PRODUCT = "io.sluice.";

    private final ClassLoader loader;
    private final Crossing out;
    private final Crossing in;
    private final Map<Called, Executable> chosen = new ConcurrentHashMap<>();

    private OtherVersion(ClassLoader loader) {
        this.loader = loader;
        ClassLoader ours = OtherVersion.class.getClassLoader();
        this.out = new Crossing(ours, loader);
        this.in = new Crossing(loader, ours);
        out.isBackOf(in);
        in.isBackOf(out);
    }

    private record Called(Class<?> type, String name, List<@Nullable Class<?>> arguments) {}

    /// @param classes folders and jars that hold its classes; what else is on its path may be among them
    public static OtherVersion load(List<Path> classes) {
        URL[] urls = classes.stream().map(OtherVersion::url).toArray(URL[]::new);
        return new OtherVersion(new OwnFirst(urls, OtherVersion.class.getClassLoader()));
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("no URL names " + path, e);
        }
    }

    /// Takes each class of the product from its own path alone, so that none of this version's ever comes in its place.
    private static final class OwnFirst extends URLClassLoader {
        OwnFirst(URL[] urls, ClassLoader parent) {
            super("other version", urls, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PRODUCT)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }

    /// Its class of that name.
    ///
    /// @throws IllegalStateException when it has none
    public Class<?> named(Class<?> ours) {
        try {
            return Class.forName(ours.getName(), true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the other version has no " + ours.getName(), e);
        }
    }

    /// An object of it, by the constructor that takes `arguments`.
    public Object make(Class<?> ours, @Nullable Object... arguments) {
        Class<?> type = named(ours);
        @Nullable
        Object[] carried = carried(arguments);
        Constructor<?> constructor = (Constructor<?>) choose(type, "new", carried,
                () -> Arrays.stream(type.getDeclaredConstructors()));
        return Objects.requireNonNull(run(() -> constructor.newInstance(carried)));
    }

    /// What its static method answers, as its own object.
    public Object callStatic(Class<?> ours, String method, @Nullable Object... arguments) {
        Class<?> type = named(ours);
        @Nullable
        Object[] carried = carried(arguments);
        Method chosenMethod = (Method) choose(type, method, carried, () -> Arrays.stream(type.getDeclaredMethods())
                .filter(each -> Modifier.isStatic(each.getModifiers()) && each.getName().equals(method)));
        return Objects.requireNonNull(run(() -> chosenMethod.invoke(null, carried)));
    }

    /// What a method of one of its objects answers, carried over to this version.
    ///
    /// @throws RuntimeException what the method throws, carried over as well
    public <T> T call(Class<T> answer, Object theirs, String method, @Nullable Object... arguments) {
        return Objects.requireNonNull(answer.cast(ours(callOwn(theirs, method, arguments))));
    }

    /// The same of a method whose answer nobody needs, or which has none.
    public void run(Object theirs, String method, @Nullable Object... arguments) {
        callOwn(theirs, method, arguments);
    }

    private @Nullable Object callOwn(Object theirs, String method, @Nullable Object... arguments) {
        @Nullable
        Object[] carried = carried(arguments);
        Class<?> type = theirs.getClass();
        Method found = (Method) choose(type, method, carried,
                () -> Arrays.stream(type.getMethods()).filter(each -> each.getName().equals(method)));
        return run(() -> found.invoke(theirs, carried));
    }

    /// One of its interfaces with a single method, which `work` does with its own objects.
    public Object implement(Class<?> ours, UnaryOperator<Object> work) {
        Class<?> type = named(ours);
        return Proxy.newProxyInstance(loader, new Class<?>[]{type}, (_, _, arguments) -> work.apply(arguments[0]));
    }

    /// An object of this version as the other one has it.
    public @Nullable Object theirs(@Nullable Object ours) {
        return out.carry(ours);
    }

    /// An object of the other version as this one has it.
    public @Nullable Object ours(@Nullable Object theirs) {
        return in.carry(theirs);
    }

    private @Nullable Object[] carried(@Nullable Object... arguments) {
        return Arrays.stream(arguments).map(out::carry).toArray();
    }

    private Executable choose(Class<?> type, String name, @Nullable Object[] arguments, Candidates candidates) {
        List<@Nullable Class<?>> types = Arrays.stream(arguments)
                .<@Nullable Class<?>>map(each -> each == null ? null : each.getClass()).toList();
        return chosen.computeIfAbsent(new Called(type, name, types), called -> {
            List<? extends Executable> fitting = candidates.all()
                    .filter(each -> Crossing.fits(each.getParameterTypes(), arguments)).toList();
            if (fitting.isEmpty()) {
                throw new IllegalStateException(called + " is not there in the other version; adapt who calls it");
            }
            Executable first = fitting.getFirst();
            ((AccessibleObject) first).setAccessible(true);
            return first;
        });
    }

    /// The methods or constructors among which one is chosen.
    @FunctionalInterface
    private interface Candidates {
        Stream<? extends Executable> all();
    }

    /// A reflective call.
    @FunctionalInterface
    private interface Reflective {
        @Nullable
        Object call() throws ReflectiveOperationException;
    }

    private @Nullable Object run(Reflective call) {
        try {
            return call.call();
        } catch (InvocationTargetException e) {
            throw Crossing.unchecked(Objects.requireNonNull((Throwable) in.carry(e.getCause())));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the other version cannot be called", e);
        }
    }
}
