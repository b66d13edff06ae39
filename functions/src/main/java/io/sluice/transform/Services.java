package io.sluice.transform;

import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/// Finds services on the class path: a user's by the name that a configuration gives, Sluice's own by their kind.
public final class Services {
    private Services() {}

    /// @param setting the configuration's field, for the message
    /// @throws IllegalArgumentException when there is none or more than one of that name; lists those there are
    public static <S> S find(Class<S> service, Function<S, String> nameOf, String name, String setting) {
        List<S> all = load(service, setting);
        List<S> named = all.stream().filter(each -> nameOf.apply(each).equals(name)).toList();
        if (named.size() != 1) {
            throw new IllegalArgumentException(setting + ": " + (named.isEmpty() ? "no" : "more than one") + " "
                    + service.getSimpleName() + " called '" + name + "' is on the class path; there are "
                    + all.stream().map(nameOf).sorted().toList()
                    + ". A jar provides one by naming its class in META-INF/services/"
                    + service.getName());
        }
        return named.getFirst();
    }

    /// The service of a kind of which there is one at most.
    ///
    /// @throws IllegalArgumentException when there are more
    public static <S> Optional<S> only(Class<S> service) {
        List<S> all = load(service, service.getSimpleName());
        if (all.size() > 1) {
            throw new IllegalArgumentException("the class path has more than one " + service.getSimpleName() + ": "
                    + all.stream().map(each -> each.getClass().getName()).sorted().toList());
        }
        return all.stream().findFirst();
    }

    private static <S> List<S> load(Class<S> service, String setting) {
        try {
            return ServiceLoader.load(service, service.getClassLoader()).stream().map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(setting + ": the services on the class path cannot be loaded: "
                    + e.getMessage(), e);
        }
    }
}
