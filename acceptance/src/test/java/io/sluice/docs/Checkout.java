package io.sluice.docs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a page's commands find in a checkout: the samples of `events`, the example of a plug-in, and `./sluice`, which
/// runs the classes of this build. What a page may write to is a copy.
final class Checkout {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Checkout() {}

    /// A shell in a fresh checkout under `parent`.
    static Shell create(Path parent) throws IOException {
        Shell shell = Shell.create(parent);
        Path checkout = shell.checkout();
        copy(ROOT.resolve("events"), checkout.resolve("events"));
        copy(ROOT.resolve("docs/plugin-example"), checkout.resolve("docs/plugin-example"));
        Shell.executable(checkout.resolve("sluice"), """
                exec java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \\
                  --sun-misc-unsafe-memory-access=allow -Djava.io.tmpdir='%s' -cp '%s' io.sluice.local.cli.Main "$@"
                """.formatted(Files.createDirectories(parent.resolve("tmp")), System.getProperty("java.class.path")));
        // The library of jq/README.md, under the names that the page has for it.
        Files.createSymbolicLink(checkout.resolve("sluice-jq.jar"),
                onClassPath("jq/target/classes|sluice-jq-.*\\.jar"));
        Files.createSymbolicLink(checkout.resolve("joni.jar"), onClassPath("joni-.*\\.jar"));
        Files.createSymbolicLink(checkout.resolve("jcodings.jar"), onClassPath("jcodings-.*\\.jar"));
        // The API of docs/how-to/plugins.md, likewise.
        Files.createSymbolicLink(checkout.resolve("sluice-plugin.jar"),
                onClassPath("plugin/target/classes|sluice-plugin-.*\\.jar"));
        return shell;
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.copy(file, target);
        }
    }

    /// The one entry of the class path that ends in `name`, an expression.
    private static Path onClassPath(String name) {
        Pattern wanted = Pattern.compile(".*/(" + name + ")");
        List<Path> found = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(each -> wanted.matcher(each).matches()).map(Path::of).toList();
        if (found.size() != 1) {
            throw new IllegalStateException(name + " is not once on the class path, but as " + found);
        }
        return found.getFirst();
    }
}
