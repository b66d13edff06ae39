package io.sluice.infra.job;

import io.sluice.app.PluginJars;
import io.sluice.config.StreamConfiguration;
import io.sluice.deployment.DeploymentException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// The code that a stream's functions are deployed with: Sluice's jar as it is, or with the user's plug-in beside it.
public final class FunctionCode {
    /// Lambda has what lies in this folder on the class path (AWS Lambda developer guide, "Deploy Java Lambda functions
    /// with .zip or JAR file archives").
    public static final String PLUGIN_ENTRY = "lib/plugin.jar";

    /// The same for every entry, so that the asset moves only with what is in it.
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Optional<Path> pluginJar;

    private FunctionCode(Optional<Path> pluginJar) {
        this.pluginJar = pluginJar;
    }

    /// @throws DeploymentException when the jar cannot be used, or offers nothing that the stream names
    public static FunctionCode of(StreamConfiguration stream, Optional<Path> pluginJar) {
        pluginJar.ifPresent(jar -> require(stream, jar));
        return new FunctionCode(pluginJar);
    }

    /// Returns what the functions will lack when they start, unless their jar was built with it.
    public static Optional<String> lacking(StreamConfiguration stream) {
        try {
            PluginJars.load(List.of(), stream).close();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage() + "; name the jar with -c pluginJar=FILE");
        }
    }

    private static void require(StreamConfiguration stream, Path jar) {
        try {
            PluginJars.load(List.of(jar), stream).close();
        } catch (IllegalArgumentException e) {
            throw new DeploymentException("pluginJar=" + jar + ": " + e.getMessage());
        }
    }

    /// The file to deploy for a function of `jar`; a file of its own, which goes with the process, where there is a
    /// plug-in.
    public Path of(Path jar) {
        return pluginJar.map(plugin -> together(jar, plugin)).orElse(jar);
    }

    private static Path together(Path jar, Path plugin) {
        try {
            Path folder = Files.createTempDirectory("sluice-code-");
            folder.toFile().deleteOnExit();
            Path both = folder.resolve("sluice-functions.jar");
            both.toFile().deleteOnExit();
            write(jar, plugin, both);
            return both;
        } catch (IOException e) {
            throw new DeploymentException("The plug-in " + plugin + " cannot be put into the functions' jar " + jar
                    + ": " + e.getMessage());
        }
    }

    private static void write(Path jar, Path plugin, Path both) throws IOException {
        try (var from = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(both);
                var out = new ZipOutputStream(file)) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                out.putNextEntry(entry(entry.getName()));
                try (var content = from.getInputStream(entry)) {
                    content.transferTo(out);
                }
            }
            out.putNextEntry(entry(PLUGIN_ENTRY));
            Files.copy(plugin, out);
        }
    }

    private static ZipEntry entry(String name) {
        var entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        return entry;
    }
}
