package io.sluice.docs;

import static io.sluice.docs.SmallCheckout.REHEARSALS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.docs.SmallCheckout.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the launcher finds its checkout and when it builds.
@Tag("long")
final class LauncherTest {
    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private SmallCheckout checkout;

    @BeforeEach
    void checkout() throws IOException {
        checkout = SmallCheckout.in(folder);
    }

    @Test
    void itBuildsWhenTheSourcesChangedAndNotBefore() throws Exception {
        Path first = checkout.run().jar();
        assertEquals(first, checkout.run().jar());
        assertEquals(1, checkout.builds());
        checkout.write("local/cli/src/main/java/A.java", "class A { int b; }");
        Path second = checkout.run().jar();
        assertEquals(2, checkout.builds());
        assertEquals("class A { int b; }", Files.readString(second));
        assertEquals("class A {}", Files.readString(first), "what may still run was changed");
        checkout.write("local/cli/src/main/java/A.java", "class A {}");
        assertEquals(first, checkout.run().jar());
        assertEquals(2, checkout.builds());
    }

    @Test
    void linksToItFindTheCheckout() throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("..", "check out é", "sluice"));
        Files.createSymbolicLink(elsewhere.resolve("again"), elsewhere.resolve("relative"));
        Files.createSymbolicLink(elsewhere.resolve("whole"), checkout.path());
        for (Path link : List.of(elsewhere.resolve("relative"), elsewhere.resolve("again"),
                elsewhere.resolve("whole/sluice"))) {
            assertTrue(checkout.runBy(link).jar().startsWith(checkout.path().toRealPath()), link.toString());
        }
        assertEquals(1, checkout.builds());
    }

    /// As a timer or a container starts it, where JAVA_HOME is of another day.
    @Test
    void withoutAHomeTheJdkOfThePathIsFoundAndMavenGetsIt() throws Exception {
        checkout.script("homeless", "unset HOME\nexport JAVA_HOME=/nowhere PATH='" + folder.resolve("jdk/bin")
                + "':$PATH\nexec '" + checkout.sluice() + "' \"$@\"\n");
        checkout.script("bin/mvn", "echo \"[ERROR] by $JAVA_HOME\"\nexit 1\n");
        Ended ended = checkout.runBy(folder.resolve("homeless"));
        assertTrue(ended.err().contains("[ERROR] by " + folder.resolve("jdk")), ended.err());
    }

    /// Java takes names of files as ASCII there, and finds nothing of this checkout.
    @Test
    void underALocaleWithoutUmlautsJavaGetsOneThatHasThem() throws Exception {
        checkout.script("jdk/bin/java", "echo \"locale $LC_ALL\"\n");
        checkout.script("under-c", "LC_ALL=C exec '" + checkout.resolve("sluice") + "' \"$@\"\n");
        Ended ended = checkout.runBy(folder.resolve("under-c"));
        assertTrue(ended.out().contains("locale C.UTF-8"), ended.toString());
    }

    @Test
    void severalAtOnceBuildOnce() throws Exception {
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(checkout.start(checkout.sluice(), folder.resolve("errors-" + i), "check", "a b"));
        }
        for (Process each : all) {
            String out = new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            new Ended(each.waitFor(), out, "").jar();
        }
        assertEquals(1, checkout.builds());
        assertEquals(REHEARSALS, checkout.lines("rehearsals"));
    }

    @Test
    void theBenchmarksAndTheCommandLineAtOnceEachBuildTheirOwn() throws Exception {
        Process bench = checkout.start(checkout.sluice(), folder.resolve("errors-bench"), "bench", "--quick", "ingest");
        Process other = checkout.start(checkout.sluice(), folder.resolve("errors-other"), "check", "a b");
        String benchOut = new String(bench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String otherOut = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        new Ended(other.waitFor(), otherOut, "").jar();
        assertEquals(0, bench.waitFor(), Files.readString(folder.resolve("errors-bench")));
        assertTrue(benchOut.endsWith("\nio.sluice.benchmarks.Main\n--quick\ningest\n"), benchOut);
        assertEquals(2, checkout.builds());
    }

    @Test
    void theHelpOfBenchBuildsNothing() throws Exception {
        checkout.write("benchmarks/src/main/resources/io/sluice/benchmarks/cli/help.txt", "what bench does\n");
        for (List<String> arguments : List.of(List.of("bench", "--help"), List.of("bench", "-h"),
                List.of("bench", "--quick", "ingest", "--help"))) {
            Ended ended = checkout.run(arguments.toArray(String[]::new));
            assertEquals(new Ended(0, "what bench does\n", ""), ended);
        }
        assertEquals(0, checkout.builds());
        assertTrue(Files.notExists(checkout.resolve("target")));
    }

    @Test
    void aBuildThatHasNotBeenUsedForDaysGoesUnlessItIsAtWork() throws Exception {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(30)));
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        checkout.write("target/sluice/local-unused/used-" + gone.pid(), "");
        checkout.write("target/sluice/local-at-work/used-" + ProcessHandle.current().pid(), "");
        Path builds = checkout.resolve("target/sluice");
        Files.setLastModifiedTime(builds.resolve("local-unused"), old);
        Files.setLastModifiedTime(builds.resolve("local-at-work"), old);
        Path first = Objects.requireNonNull(checkout.run().jar().getParent());
        assertTrue(Files.notExists(builds.resolve("local-unused")));
        assertTrue(Files.exists(builds.resolve("local-at-work")));
        Files.setLastModifiedTime(first, old);
        checkout.run().jar();
        checkout.write("local/cli/src/main/java/A.java", "class A { int b; }");
        checkout.run().jar();
        assertTrue(Files.exists(first), "a build that was just used is gone");
    }

    @Test
    void theLockOfAProcessThatIsGoneIsTaken() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        checkout.write("target/sluice/lock-local", Long.toString(gone.pid()));
        checkout.run().jar();
        assertTrue(Files.notExists(checkout.resolve("target/sluice/lock-local")));
    }

    /// Killed just while it took the lock of another that was killed.
    @Test
    void theLockThatAProcessThatIsGoneWasTakingIsTaken() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        checkout.write("target/sluice/lock-local", Long.toString(gone.pid()));
        Path taking = Files.createDirectory(checkout.resolve("target/sluice/lock-local.taking"));
        Files.setLastModifiedTime(taking, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));
        checkout.run().jar();
        assertTrue(Files.notExists(taking));
        assertTrue(Files.notExists(checkout.resolve("target/sluice/lock-local")));
    }

    /// Killed, or out of room, just while it made its lock.
    @Test
    void aLockThatSaysNothingIsTakenAfterAMinute() throws Exception {
        checkout.write("target/sluice/lock-local", "");
        Path lock = checkout.resolve("target/sluice/lock-local");
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));
        checkout.run().jar();
        assertTrue(Files.notExists(lock));
    }

    @Test
    void aBuildThatFailsIsSaidAndLeavesNothingToRun() throws Exception {
        Files.createFile(folder.resolve("failing"));
        Ended failed = checkout.run();
        assertEquals(2, failed.status());
        assertTrue(failed.err().contains("[ERROR] A.java does not compile"), failed.err());
        Files.delete(folder.resolve("failing"));
        checkout.run().jar();
        assertEquals(2, checkout.builds());
    }

    @Test
    void sourcesThatNobodyTouchedAreNotReadAgain() throws Exception {
        Path first = checkout.run().jar();
        long reads = checkout.lines("reads");
        assertEquals(first, checkout.run().jar());
        String fileSystem = Files.getFileStore(checkout.path()).type();
        assertEquals(
                List.of("ext4", "xfs", "btrfs", "tmpfs", "overlay").contains(fileSystem)
                        ? reads
                        : checkout.lines("reads"),
                checkout.lines("reads"), fileSystem);
    }

    /// What `git checkout`, an editor, `mv` and `touch` do.
    @Test
    void aChangeIsSeenWhateverTheTimesSayAndTheWayBackToo() throws Exception {
        Path source = checkout.resolve("local/cli/src/main/java/A.java");
        Path other = checkout.resolve("local/cli/src/main/java/B.java");
        FileTime modified = Files.getLastModifiedTime(source);
        List<Path> builds = new ArrayList<>();
        builds.add(checkout.run().jar());
        checkout.write("local/cli/src/main/java/A.java", "class Z {}");
        Files.setLastModifiedTime(source, modified);
        builds.add(checkout.run().jar());
        checkout.write("local/cli/src/main/java/A.java", "class A {}");
        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
        assertEquals(builds.getFirst(), checkout.run().jar());
        Files.copy(source, other);
        builds.add(checkout.run().jar());
        Files.move(other, checkout.resolve("local/cli/src/main/java/C.java"));
        builds.add(checkout.run().jar());
        Files.delete(checkout.resolve("local/cli/src/main/java/C.java"));
        assertEquals(builds.getFirst(), checkout.run().jar());
        assertEquals(builds.size(), builds.stream().distinct().count(), builds.toString());
        assertEquals(builds.size(), checkout.builds());
    }

    @Test
    void aCheckoutThatWasMovedRunsItsOwnBuild() throws Exception {
        checkout.run().jar();
        Path moved = folder.resolve("moved here");
        Files.move(checkout.path(), moved);
        Ended ended = checkout.runBy(moved.resolve("sluice"));
        assertTrue(ended.jar().startsWith(moved.toRealPath()), ended.out());
        assertTrue(ended.cache().orElseThrow().startsWith(moved.toRealPath()), ended.out());
        assertEquals(1, checkout.builds());
        assertEquals(2 * REHEARSALS, checkout.lines("rehearsals"), "a cache is good for one place");
    }
}
