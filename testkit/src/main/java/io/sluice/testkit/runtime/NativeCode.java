package io.sluice.testkit.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Native code for this machine, to be put beside a function, whose jar has it for Lambda's alone.
public final class NativeCode {
    private static final Set<String> X86 = Set.of("linux/amd64", "org/xerial/snappy/native/Linux/x86_64",
            "aircompressor/linux-amd64");
    private static final Set<String> ARM = Set.of("linux/aarch64", "org/xerial/snappy/native/Linux/aarch64",
            "aircompressor/linux-aarch64");

    private NativeCode() {}

    /// Writes a jar of nothing but the shared libraries in the jars of these classes, which must have some.
    ///
    /// @return the jar, as an absolute path
    public static Path write(Path jar, Class<?>... classes) throws IOException {
        Set<String> folders = System.getProperty("os.arch").equals("aarch64") ? ARM : X86;
        List<Path> sources = Arrays.stream(classes).map(ManagedRuntime::jarOf).distinct().toList();
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Path source : sources) {
                copy(source, folders, out);
            }
        }
        return jar.toAbsolutePath();
    }

    private static void copy(Path source, Set<String> folders, ZipOutputStream out) throws IOException {
        try (var file = new JarFile(source.toFile())) {
            List<JarEntry> libraries = file.stream().filter(each -> isIn(folders, each.getName())).toList();
            if (libraries.isEmpty()) {
                throw new IOException(source + " has no native code for this machine in " + folders);
            }
            for (JarEntry library : libraries) {
                out.putNextEntry(new ZipEntry(library.getName()));
                try (var in = file.getInputStream(library)) {
                    in.transferTo(out);
                }
            }
        }
    }

    private static boolean isIn(Set<String> folders, String name) {
        return name.endsWith(".so") && folders.contains(name.substring(0, Math.max(name.lastIndexOf('/'), 0)));
    }
}
