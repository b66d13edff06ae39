package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.plugin.RecordTransformer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Makes jars of plug-ins as an outsider does: against the API's classes and nothing else, with every warning an error.
final class PluginJar {
    private static final Path EXAMPLE = Path.of("..", "..", "docs", "plugin-example").toAbsolutePath().normalize();

    private PluginJar() {}

    /// The jar of the project `docs/plugin-example`.
    static Path ofTheExample(Path folder) throws IOException {
        return ofProject(EXAMPLE, folder, "access-log.jar");
    }

    /// The jar of the project in `events/access-logs`.
    static Path ofTheAccessLogs(Path folder) throws IOException {
        return ofProject(Path.of("..", "..", "events", "access-logs", "plugin"), folder, "combined-log.jar");
    }

    private static Path ofProject(Path project, Path folder, String name) throws IOException {
        Path main = project.resolve("src/main");
        Path classes = folder.resolve("classes");
        compile(files(main.resolve("java")), classes);
        Path resources = main.resolve("resources");
        for (Path resource : files(resources)) {
            Path target = classes.resolve(resources.relativize(resource));
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.copy(resource, target);
        }
        return jar(classes, folder.resolve(name));
    }

    static Path example(String name) {
        return EXAMPLE.resolve(name);
    }

    /// A jar of one class.
    ///
    /// @param type     its simple name
    /// @param services the files of services, and what they hold
    static Path of(Path folder, String type, String source, Map<String, String> services) throws IOException {
        Path file = Files.createDirectories(folder.resolve("source-" + type)).resolve(type + ".java");
        Path classes = folder.resolve("classes-" + type);
        compile(List.of(Files.writeString(file, source)), classes);
        Path meta = Files.createDirectories(classes.resolve("META-INF/services"));
        for (var service : services.entrySet()) {
            Files.writeString(meta.resolve(service.getKey()), service.getValue());
        }
        return jar(classes, folder.resolve(type + ".jar"));
    }

    private static void compile(List<Path> sources, Path classes) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "the tests run on a JDK");
        var output = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-classpath", api().toString(), "-d",
                    Files.createDirectories(classes).toString(), "-proc:none", "-Xlint:all", "-Werror");
            boolean compiled = compiler.getTask(output, files, null, options, null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            assertEquals("true", compiled + output.toString());
        }
    }

    /// The API's classes or its jar.
    private static Path api() {
        URI place;
        try {
            place = RecordTransformer.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the API's classes lie nowhere", e);
        }
        return Path.of(place);
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar); var out = new JarOutputStream(file)) {
            for (Path each : files(classes)) {
                out.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
                Files.copy(each, out);
            }
        }
        return jar;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
