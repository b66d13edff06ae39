package io.sluice.start;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;

/// Starts the command line from the jars that the runnable jar holds: they are unpacked once, as they are, so that each
/// keeps its services, its classes for several Javas, its licence and its publisher's bytes (ADR 0032).
public final class Unpacked {
    private static final String MAIN = "io.sluice.local.cli.Main";

    private Unpacked() {}

    /// @param classPath takes the jars: they are found as if they stood on the command line, by every thread
    /// @throws IOException                  when the jar can't be read
    /// @throws ReflectiveOperationException when it is not the release's
    public static void main(Instrumentation classPath, String[] arguments)
            throws IOException, ReflectiveOperationException {
        List<Path> jars;
        try (JarFile own = own()) {
            jars = unpacked(own);
        } catch (UnpackException e) {
            System.err.println("sluice: " + e.getMessage());
            System.exit(1);
            return;
        }
        for (Path each : jars) {
            try (var jar = new JarFile(each.toFile())) {
                classPath.appendToSystemClassLoaderSearch(jar);
            }
        }
        Class.forName(MAIN).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }

    private static JarFile own() throws IOException {
        URL place = Unpacked.class.getProtectionDomain().getCodeSource().getLocation();
        try {
            return new JarFile(Path.of(place.toURI()).toFile());
        } catch (URISyntaxException e) {
            throw new IOException(place + " is no file", e);
        }
    }

    private static List<Path> unpacked(JarFile own) throws IOException {
        Contents contents;
        try (InputStream list = own.getInputStream(own.getJarEntry(Contents.LIST))) {
            contents = Contents.read(list);
        }
        String named = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
        Optional<Path> home = Optional.of(Path.of(named)).filter(Path::isAbsolute)
                .filter(Files::isDirectory);
        Path folder = Cache.of(System.getenv(), home).folder(contents,
                entry -> own.getInputStream(own.getJarEntry(Contents.FOLDER + entry)));
        return contents.files().stream().map(each -> folder.resolve(each.name())).toList();
    }
}
