package io.sluice.docs;

import static io.sluice.docs.SmallCheckout.REHEARSALS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.docs.SmallCheckout.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The caches that the launcher has made of a build for the JDK that runs it.
@Tag("long")
final class LauncherCacheTest {
    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private SmallCheckout checkout;

    @BeforeEach
    void checkout() throws IOException {
        checkout = SmallCheckout.in(folder);
    }

    @Test
    void everyStartUsesTheCacheThatTheFirstOneMade() throws Exception {
        Ended first = checkout.run();
        assertEquals("short.aot", first.cache().orElseThrow().getFileName().toString());
        assertTrue(Files.isRegularFile(first.cache().orElseThrow()));
        assertEquals(first.cache(), checkout.run().cache());
        Ended other = checkout.run("run");
        assertEquals("all.aot", other.cache().orElseThrow().getFileName().toString());
        assertEquals(REHEARSALS, checkout.lines("rehearsals"));
    }

    @Test
    void cachesOfBuildsThatNobodyUsesGoAndTheirBuildsStay() throws Exception {
        Path first = checkout.run().cache().orElseThrow();
        Path build = Objects.requireNonNull(Objects.requireNonNull(first.getParent()).getParent());
        Files.setLastModifiedTime(build, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        checkout.write("local/cli/src/main/java/A.java", "class A { int b; }");
        assertTrue(Files.exists(checkout.run().cache().orElseThrow()));
        assertTrue(Files.notExists(first));
        assertTrue(Files.exists(build.resolve("local/cli.jar")));
        checkout.write("local/cli/src/main/java/A.java", "class A {}");
        assertEquals(Optional.of(first), checkout.run().cache());
        assertEquals(2, checkout.builds());
    }

    @Test
    void anotherJdkMakesCachesOfItsOwn() throws Exception {
        Optional<Path> first = checkout.run().cache();
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.2\"\nIMPLEMENTOR=\"Some / one\"\n");
        Optional<Path> second = checkout.run().cache();
        assertNotEquals(first, second);
        assertEquals(2 * REHEARSALS, checkout.lines("rehearsals"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        assertEquals(first, checkout.run().cache());
        assertEquals(2 * REHEARSALS, checkout.lines("rehearsals"));
        assertEquals(1, checkout.builds());
    }

    /// @param status of a rehearsal that fails, and of a JVM that breaks down
    @ParameterizedTest
    @ValueSource(ints = {1, 134, 139})
    void aRehearsalThatFailsIsSaidOnceAndKeepsNoCommandFromRunning(int status) throws Exception {
        Files.writeString(folder.resolve("failing-rehearsal"), Integer.toString(status));
        Ended first = checkout.run();
        first.jar();
        assertEquals(Optional.empty(), first.cache());
        assertTrue(first.err().contains("the rehearsal failed: see "), first.err());
        Ended second = checkout.run();
        second.jar();
        assertEquals("", second.err());
        assertEquals(Optional.empty(), second.cache());
        Path tried = caches();
        assertTrue(first.err().endsWith("to repeat it, remove " + tried + "\n"), first.err());
        Files.delete(tried);
        Files.delete(folder.resolve("failing-rehearsal"));
        assertTrue(checkout.run().cache().isPresent());
    }

    @Test
    void aRehearsalThatIsInterruptedEndsTheCommandAndIsRepeated() throws Exception {
        Files.writeString(folder.resolve("failing-rehearsal"), "130");
        assertEquals(130, checkout.run().status());
        Files.delete(folder.resolve("failing-rehearsal"));
        assertTrue(checkout.run().cache().isPresent());
    }

    private Path caches() throws IOException {
        try (Stream<Path> all = Files.walk(checkout.resolve("target/sluice"), 2)) {
            return all.filter(each -> each.getFileName().toString().startsWith("aot-")).findFirst().orElseThrow()
                    .toRealPath();
        }
    }

    /// Killed in the middle: half of a cache lies there, and the lock.
    @Test
    void aRehearsalThatWasKilledIsRepeated() throws Exception {
        Path made = checkout.run().cache().orElseThrow();
        Path caches = Objects.requireNonNull(made.getParent());
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        checkout.write("target/sluice/lock-local", Long.toString(gone.pid()));
        Files.move(caches, caches.resolveSibling(caches.getFileName() + ".new"));
        Files.delete(caches.resolveSibling(caches.getFileName() + ".new").resolve("all.aot"));
        Ended repeated = checkout.run("run");
        assertEquals(caches.resolve("all.aot"), repeated.cache().orElseThrow());
        assertEquals("cache\n", Files.readString(caches.resolve("all.aot")));
        assertTrue(Files.notExists(caches.resolveSibling(caches.getFileName() + ".new")));
    }

    /// Somebody builds: nobody waits for them who has a build.
    @Test
    void aStartDoesNotWaitForACache() throws Exception {
        Path made = checkout.run().cache().orElseThrow();
        Files.move(Objects.requireNonNull(made.getParent()), folder.resolve("away"));
        checkout.write("target/sluice/lock-local", Long.toString(ProcessHandle.current().pid()));
        Ended ended = checkout.run();
        ended.jar();
        assertEquals(Optional.empty(), ended.cache());
        assertEquals("", ended.err());
    }
}
