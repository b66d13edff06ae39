package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/// Which Sluice it is that somebody runs.
final class VersionTest {
    private static Properties built(String commit) {
        var properties = new Properties();
        properties.setProperty("version", "1.2.3");
        properties.setProperty("commit", commit);
        return properties;
    }

    @Test
    void theVersionIsToldWithCommitAndJava() {
        Cli.Outcome told = Cli.run("--version");
        assertEquals(0, told.status());
        assertEquals("", told.err());
        List<String> lines = told.out().lines().toList();
        assertEquals(3, lines.size(), told.out());
        assertTrue(lines.get(0).matches("sluice \\d+\\.\\d+\\.\\d+.*"),
                "the build fills in the version: " + told.out());
        assertTrue(lines.get(1).matches("commit ([0-9a-f]{40}(-dirty)?|unknown: built without git)"), told.out());
        assertTrue(lines.get(2).startsWith("java   " + Runtime.version() + ", "), told.out());
    }

    @Test
    void allWaysToAskAreAnsweredAlike() {
        assertEquals(Cli.run("--version"), Cli.run("-V"));
        assertEquals(Cli.run("--version"), Cli.run("version"));
    }

    @Test
    void theCommitThatTheLauncherKnowsComesFirst() {
        assertEquals("abc-dirty", Release.of(built("def"), "abc-dirty").commit());
        assertEquals("def", Release.of(built("def"), "").commit());
    }

    @Test
    void aBuildWithoutGitSaysSo() {
        assertEquals("commit unknown: built without git", Release.of(built(""), "").lines()[1]);
    }
}
