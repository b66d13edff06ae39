package io.sluice.app;

import io.sluice.config.StreamConfiguration;
import io.sluice.plugin.KeyExtractor;
import io.sluice.plugin.RecordTransformer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Jars of plug-ins that are not on the class path. From [#load] to [#close] they are what the calling thread, and
/// every thread that it starts meanwhile, finds beside the class path: all that is built there for the stream has its
/// plug-ins.
public final class PluginJars implements AutoCloseable {
    private static final String SERVICES = "META-INF/services/";
    /// The names that the interfaces had before they had a module of their own.
    private static final List<String> FORMER = List.of("io.sluice.transform.RecordTransformer",
            "io.sluice.extract.KeyExtractor");

    private final ClassLoader before;
    private final URLClassLoader loader;

    private PluginJars(ClassLoader before, URLClassLoader loader) {
        this.before = before;
        this.loader = loader;
    }

    /// @param jars each has a plug-in that `stream` names; what a plug-in needs is in its own jar
    /// @throws IllegalArgumentException naming the first jar that is none, that offers no plug-in or none that the
    ///     stream names, or the plug-in of the stream that is nowhere
    public static PluginJars load(List<Path> jars, StreamConfiguration stream) {
        jars.forEach(jar -> requireNamed(jar, stream));
        PluginJars loaded = load(jars);
        try {
            Plugins.of(stream, Optional.empty());
            return loaded;
        } catch (RuntimeException e) {
            loaded.close();
            throw e;
        }
    }

    /// For streams that are made later, which find their plug-ins then.
    ///
    /// @param jars each offers a plug-in; what a plug-in needs is in its own jar
    /// @throws IllegalArgumentException naming the first jar that is none, or offers no plug-in
    public static PluginJars load(List<Path> jars) {
        jars.forEach(PluginJars::requireOffering);
        Thread thread = Thread.currentThread();
        var loaded = new PluginJars(thread.getContextClassLoader(), loader(jars));
        if (!jars.isEmpty()) {
            thread.setContextClassLoader(loaded.loader);
        }
        return loaded;
    }

    /// The classes that a jar's files of services name.
    private static Set<String> offered(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(
                    jar + (Files.exists(jar) ? " is no jar: it is no file" : " does not exist"));
        }
        try (var zip = new ZipFile(jar.toFile())) {
            return Stream.concat(classes(zip, RecordTransformer.class), classes(zip, KeyExtractor.class))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new IllegalArgumentException(jar + " is no jar that can be read: " + e.getMessage(), e);
        }
    }

    private static Stream<String> classes(ZipFile jar, Class<?> service) throws IOException {
        ZipEntry entry = jar.getEntry(SERVICES + service.getName());
        if (entry == null) {
            return Stream.empty();
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .map(line -> line.replaceAll("#.*", "").strip()).filter(line -> !line.isEmpty());
        }
    }

    private static String formerHint(Path jar) {
        try (var zip = new ZipFile(jar.toFile())) {
            return FORMER.stream().anyMatch(name -> zip.getEntry(SERVICES + name) != null)
                    ? "; it was made for an earlier Sluice: compile it against sluice-plugin, and rename its service's"
                            + " file"
                    : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URLClassLoader loader(List<Path> jars) {
        return new URLClassLoader("plug-ins", jars.stream().map(PluginJars::url).toArray(URL[]::new),
                PluginJars.class.getClassLoader());
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + " has no URL: " + e.getMessage(), e);
        }
    }

    private static Set<String> requireOffering(Path jar) {
        Set<String> classes = offered(jar);
        if (classes.isEmpty()) {
            throw new IllegalArgumentException(jar + " offers no plug-in: it has no " + SERVICES
                    + RecordTransformer.class.getName() + " or " + SERVICES + KeyExtractor.class.getName()
                    + " that names a class" + formerHint(jar));
        }
        return classes;
    }

    /// Looks at a jar by itself, so that a failure is told of the right one.
    private static void requireNamed(Path jar, StreamConfiguration stream) {
        Set<String> classes = requireOffering(jar);
        try (URLClassLoader alone = loader(List.of(jar))) {
            requireNamed(jar, stream, names(RecordTransformer.class, RecordTransformer::name, classes, jar, alone),
                    names(KeyExtractor.class, KeyExtractor::name, classes, jar, alone));
        } catch (IOException e) {
            throw new UncheckedIOException(jar + " cannot be closed", e);
        }
    }

    private static void requireNamed(Path jar, StreamConfiguration stream, List<String> transformers,
            List<String> extractors) {
        Optional<String> transformer = stream.sluice().transformer();
        Optional<String> extractor = stream.sluice().keyExtractor();
        if (transformer.filter(transformers::contains).isEmpty() && extractor.filter(extractors::contains).isEmpty()) {
            throw new IllegalArgumentException(jar + " offers the transformers " + transformers
                    + " and the key extractors " + extractors + ", and the configuration names none of them:"
                    + " Sluice.Transformer is " + transformer.orElse("not set") + ", Sluice.KeyExtractor is "
                    + extractor.orElse("not set"));
        }
    }

    private static <S> List<String> names(Class<S> service, Function<S, String> nameOf, Set<String> classes, Path jar,
            ClassLoader loader) {
        List<String> names = new ArrayList<>();
        for (S each : PluginServices.all(service, jar.toString(), loader)) {
            if (classes.contains(each.getClass().getName())) {
                names.add(PluginServices.name(each, nameOf));
            }
        }
        return names.stream().sorted().toList();
    }

    @Override
    public void close() {
        Thread.currentThread().setContextClassLoader(before);
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the plug-ins' jars cannot be closed", e);
        }
    }
}
