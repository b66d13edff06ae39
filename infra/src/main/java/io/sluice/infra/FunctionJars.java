package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The functions' jars, which this artifact brings along, so that an app needs neither a clone nor a build of its own.
///
/// Each becomes a file of this process' once, in a folder that only its user can write to, and goes with the process:
/// CDK copies it into the assembly, under the hash of its content.
final class FunctionJars {
    private static final Map<String, Path> FILES = new ConcurrentHashMap<>();

    private FunctionJars() {}

    /// The jar that all functions run.
    static Path functions() {
        return file("sluice-functions.jar");
    }

    /// The jar of a flusher that converts to Parquet.
    static Path parquet() {
        return file("sluice-parquet.jar");
    }

    /// The jar of a function that registers in an Iceberg table.
    static Path registrar() {
        return file("sluice-registrar.jar");
    }

    private static Path file(String name) {
        return FILES.computeIfAbsent(name, FunctionJars::extract);
    }

    private static Path extract(String name) {
        try (InputStream jar = FunctionJars.class.getResourceAsStream(name)) {
            if (jar == null) {
                throw new DeploymentException("This build of sluice-infra brings no " + name + ": its jars were not"
                        + " packaged before it. Take the released artifact, or build all with: mvn package");
            }
            Path folder = Files.createTempDirectory("sluice-jars-");
            folder.toFile().deleteOnExit();
            Path file = folder.resolve(name);
            file.toFile().deleteOnExit();
            Files.copy(jar, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the jar of the functions, " + name + ", to "
                    + System.getProperty("java.io.tmpdir"), e);
        }
    }
}
