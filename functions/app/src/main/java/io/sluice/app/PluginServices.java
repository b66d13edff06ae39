package io.sluice.app;

import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/// Finds services: a user's plug-in by the name that a configuration gives, Sluice's own by their kind.
public final class PluginServices {
    private PluginServices() {}

    /// Looks where the thread's context class loader does: the class path, and the jars of [PluginJars].
    ///
    /// @param setting the configuration's field, for the message
    /// @throws IllegalArgumentException when there is none or more than one of that name; lists those there are
    static <S> S find(Class<S> service, Function<S, String> nameOf, String name, String setting) {
        List<S> all = all(service, setting, Thread.currentThread().getContextClassLoader());
        List<S> named = all.stream().filter(each -> name.equals(name(each, nameOf))).toList();
        if (named.size() != 1) {
            throw new IllegalArgumentException(setting + ": " + (named.isEmpty() ? "no" : "more than one") + " "
                    + service.getSimpleName() + " called '" + name + "' is on the class path; there are "
                    + all.stream().map(each -> name(each, nameOf)).sorted().toList()
                    + ". A jar provides one by naming its class in META-INF/services/"
                    + service.getName());
        }
        return named.getFirst();
    }

    /// Returns a service's name; an answer of null is `null`.
    ///
    /// @throws IllegalArgumentException when it throws instead
    static <S> String name(S service, Function<S, String> nameOf) {
        try {
            return String.valueOf(nameOf.apply(service));
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalArgumentException(service.getClass().getName() + " does not tell its name: " + e, e);
        }
    }

    /// The service of a kind of which there is one at most, beside the class that asks.
    ///
    /// @throws IllegalArgumentException when there are more
    public static <S> Optional<S> only(Class<S> service) {
        List<S> all = all(service, service.getSimpleName(), service.getClassLoader());
        if (all.size() > 1) {
            throw new IllegalArgumentException("the class path has more than one " + service.getSimpleName() + ": "
                    + all.stream().map(each -> each.getClass().getName()).sorted().toList());
        }
        return all.stream().findFirst();
    }

    /// @param setting what asks for them, for the message
    /// @throws IllegalArgumentException when one cannot be loaded, be it for a class that its jar lacks
    static <S> List<S> all(Class<S> service, String setting, ClassLoader loader) {
        try {
            return ServiceLoader.load(service, loader).stream().map(ServiceLoader.Provider::get).toList();
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(setting + ": a " + service.getSimpleName() + " cannot be loaded: "
                    + (e instanceof LinkageError ? e : e.getMessage())
                    + (e.getCause() == null ? "" : ": " + e.getCause()), e);
        }
    }
}
