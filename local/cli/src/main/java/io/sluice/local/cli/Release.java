package io.sluice.local.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/// The release of Sluice that this is, as the build noted it.
///
/// @param version of the project, as `1.0.0`
/// @param commit  the source's, or why it is not known
record Release(String version, String commit) {
    /// Set by the launcher of a checkout, which knows its commit at each start; a build is kept by its content alone.
    private static final String COMMIT_PROPERTY = "sluice.commit";
    private static final String RESOURCE = "release.properties";
    private static final String NO_COMMIT = "unknown: built without git";

    /// This one.
    static Release current() {
        var properties = new Properties();
        try (InputStream resource = Objects.requireNonNull(Release.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            properties.load(resource);
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " can't be read", e);
        }
        return of(properties, System.getProperty(COMMIT_PROPERTY, ""));
    }

    /// @param built   `version` and `commit`, the latter empty where the build had no git
    /// @param started the commit that the launcher names, or nothing
    static Release of(Properties built, String started) {
        String commit = started.isBlank() ? built.getProperty("commit", "") : started;
        return new Release(built.getProperty("version"), commit.isBlank() ? NO_COMMIT : commit);
    }

    /// The lines that `--version` prints: this release, and the Java that it runs on.
    String[] lines() {
        return new String[]{
                "sluice " + version,
                "commit " + commit,
                "java   " + Runtime.version() + ", " + System.getProperty("java.vendor") + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch")};
    }
}
