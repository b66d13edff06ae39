package io.sluice.testkit.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/// `/var/task`, where Lambda unpacks a function's jar: its classes are found in the folder, other jars in `lib/`.
///
/// @param folder the process's working folder, by which AWS's runtime finds it
public record TaskRoot(Path folder) {
    /// Unpacks a function's jar into a new folder.
    public static TaskRoot unpack(Path jar, Path folder) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().filter(each -> !each.isDirectory()).toList()) {
                Path target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException(entry.getName() + " in " + jar + " lies outside of it");
                }
                Files.createDirectories(target.getParent());
                try (var in = file.getInputStream(entry)) {
                    Files.copy(in, target);
                }
            }
        }
        Files.createDirectories(folder.resolve("lib"));
        return new TaskRoot(folder);
    }
}
