package io.sluice.start;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;

/// Starts the command line from the jars that the runnable jar holds: they are unpacked once, as they are, so that each
/// keeps its services, its classes for several Javas, its licence and its publisher's bytes (ADR 0032).
public final class Unpacked {
    private static final String MAIN = "io.sluice.local.Main";

    private Unpacked() {}

    /// @throws IOException                  when the jar can't be read
    /// @throws ReflectiveOperationException when it is not the release's
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        URL[] jars;
        try (JarFile own = own()) {
            jars = unpacked(own);
        } catch (UnpackException e) {
            System.err.println("sluice: " + e.getMessage());
            System.exit(1);
            return;
        }
        var loader = new URLClassLoader("sluice", jars, ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        loader.loadClass(MAIN).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }

    private static JarFile own() throws IOException {
        URL place = Unpacked.class.getProtectionDomain().getCodeSource().getLocation();
        try {
            return new JarFile(Path.of(place.toURI()).toFile());
        } catch (URISyntaxException e) {
            throw new IOException(place + " is no file", e);
        }
    }

    private static URL[] unpacked(JarFile own) throws IOException {
        Contents contents;
        try (InputStream list = own.getInputStream(own.getJarEntry(Contents.LIST))) {
            contents = Contents.read(list);
        }
        Optional<Path> home = Optional.of(Path.of(System.getProperty("user.home"))).filter(Path::isAbsolute);
        Path folder = Cache.of(System.getenv(), home).folder(contents,
                entry -> own.getInputStream(own.getJarEntry(Contents.FOLDER + entry)));
        URL[] jars = new URL[contents.files().size()];
        for (int i = 0; i < jars.length; i++) {
            jars[i] = folder.resolve(contents.files().get(i).name()).toUri().toURL();
        }
        return jars;
    }
}
