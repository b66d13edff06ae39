package io.sluice.local.smoke;

import io.sluice.deployment.DeployedFunction.Code;
import io.sluice.local.UsageException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The jar of the functions as a release has it: in the folder `functions` of the archive, or beside the archive.
public final class FunctionsJar {
    /// Written by Maven, with the version that the jar is of.
    private static final String RELEASE = "META-INF/maven/io.sluice/" + Code.FUNCTIONS.artifact()
            + "/pom.properties";

    private FunctionsJar() {}

    /// The name of the jar of a release.
    static String name(String release) {
        return Code.FUNCTIONS.artifact() + "-" + release + "-lambda.jar";
    }

    /// The jar that `given` names, else that of the archive which this program runs from.
    ///
    /// @throws UsageException when there is none, or it is another one
    public static Path find(Optional<Path> given, String release) {
        Path jar = given.orElseGet(() -> ofArchive(release));
        if (!Files.isRegularFile(jar)) {
            throw new UsageException(given.isPresent()
                    ? "There is no file " + jar + "; --functions names the release's " + name(release)
                    : "This Sluice has no functions beside it (" + jar + "): name the release's " + name(release)
                            + " with --functions");
        }
        try (var content = new ZipFile(jar.toFile())) {
            ZipEntry told = content.getEntry(RELEASE);
            if (told == null) {
                throw new UsageException(jar + " is a jar without the functions; take the release's " + name(release));
            }
            var properties = new Properties();
            properties.load(content.getInputStream(told));
            if (!release.equals(properties.getProperty("version"))) {
                throw new UsageException(jar + " is of release " + properties.getProperty("version")
                        + ", and this Sluice is " + release + "; take " + name(release));
            }
        } catch (IOException e) {
            throw new UsageException(jar + " is no jar (" + e.getMessage() + "); take the release's " + name(release));
        }
        return jar;
    }

    /// Where it is in an archive: this class is in a jar in `lib`.
    private static Path ofArchive(String release) {
        try {
            Path own = Path.of(FunctionsJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return own.resolve(".." + File.separator + ".." + File.separator + "functions").resolve(name(release))
                    .normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("A class path has no such address", e);
        }
    }
}
