package io.sluice.local.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher itself, in a small checkout whose Maven notes that it was called and whose JDK prints what it is to
/// run.
final class LauncherTest {
    /// Of `check`, and of all commands.
    private static final int REHEARSALS = 2;

    @TempDir
    private Path folder = Path.of("");
    private Path checkout = Path.of("");

    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void checkout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("check out é"));
        Files.copy(Path.of("..", "sluice"), checkout.resolve("sluice"));
        believeAtOnce();
        Files.createDirectories(checkout.resolve("build"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        for (String module : List.of("jq", "plugin", "functions", "testkit", "parquet", "local", "benchmarks",
                "infra")) {
            write(module + "/pom.xml", "<project/>");
        }
        for (String module : List.of("jq", "plugin", "functions", "testkit", "parquet", "local", "benchmarks")) {
            write(module + "/src/main/java/A.java", "class A {}");
        }
        script("jdk/bin/java", """
                for each in "$@"; do
                  case $each in
                    -XX:AOTMode=record) [[ ! -e $FAILING_REHEARSAL ]] || exit 1; echo rehearsed >>"$REHEARSALS"; exit ;;
                    -XX:AOTMode=create) create=yes ;;
                    -XX:AOTCache=*) cache=${each#*=} ;;
                  esac
                done
                if [[ -n ${create:-} ]]; then echo cache >"$cache"; exit; fi
                printf '%s\\n' "$@"
                """);
        script("jdk/bin/jar", """
                while [[ $1 != --file ]]; do shift; done
                cp "$4/A.class" "$2"
                """);
        script("bin/sha256sum", """
                echo read >>"$READS"
                exec "$SHA256SUM" "$@"
                """);
        script("jdk/bin/javac", "exit 1");
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        script("bin/mvn", """
                while [[ $1 != -f ]]; do shift; done
                work=$(dirname "$2")
                echo called >>"$CALLS"
                if [[ -e $FAILING ]]; then
                  echo '[ERROR] A.java does not compile'
                  exit 1
                fi
                for each in "$work"/*/src; do
                  module=${each%/src}
                  mkdir -p "$module/target/classes"
                  cp "$each/main/java/A.java" "$module/target/classes/A.class"
                  printf '%s' "$work/functions/target/classes:/repository/x.jar" >"$module/target/classpath"
                done
                """);
    }

    /// The launcher reads sources that were changed within the last minute; here, no longer ago than this moment.
    private void believeAtOnce() throws IOException {
        Path launcher = checkout.resolve("sluice");
        String text = Files.readString(launcher);
        assertTrue(text.contains("\nsettled_seconds=60\n"));
        Files.writeString(launcher, text.replace("\nsettled_seconds=60\n", "\nsettled_seconds=0\n"));
    }

    private void write(String name, String content) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void script(String name, String body) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\nset -e\n" + body);
        assertTrue(file.toFile().setExecutable(true));
    }

    private Process start(Path launcher, Path errors, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
        process.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        process.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        process.environment().put("CALLS", folder.resolve("calls").toString());
        process.environment().put("FAILING", folder.resolve("failing").toString());
        process.environment().put("FAILING_REHEARSAL", folder.resolve("failing-rehearsal").toString());
        process.environment().put("REHEARSALS", folder.resolve("rehearsals").toString());
        process.environment().put("READS", folder.resolve("reads").toString());
        process.environment().put("SHA256SUM", Path.of("/usr/bin/sha256sum").toString());
        process.environment().remove("JAVA_OPTS");
        process.environment().remove("SLUICE_START");
        return process.start();
    }

    private Ended run(Path launcher) throws IOException, InterruptedException {
        return run(launcher, "check", "a b");
    }

    private Ended run(Path launcher, String... arguments) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process process = start(launcher, errors, arguments);
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(errors));
    }

    private long builds() throws IOException {
        return lines("calls");
    }

    /// How many lines the file has that the commands of the test note their calls in.
    private long lines(String name) throws IOException {
        Path calls = folder.resolve(name);
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    /// Where the cache is that `ended` was to use; empty: none.
    private static Optional<Path> cache(Ended ended) {
        String option = "-XX:AOTCache=";
        return ended.out().lines().filter(each -> each.startsWith(option)).findFirst()
                .map(each -> Path.of(each.substring(option.length())));
    }

    /// The jar of the command line that `ended` was to run; here it is as long as its one class.
    private static Path jar(Ended ended) {
        List<String> words = ended.out().lines().toList();
        assertEquals(0, ended.status(), ended.toString());
        assertEquals(List.of("io.sluice.local.Main", "check", "a b"), words.subList(words.size() - 3, words.size()));
        List<String> path = List.of(words.get(words.indexOf("-cp") + 1).split(":"));
        assertEquals("/repository/x.jar", path.getLast());
        assertTrue(path.stream().limit(2).allMatch(each -> Files.isRegularFile(Path.of(each))), path.toString());
        return Path.of(path.getFirst());
    }

    @Test
    void itBuildsWhenTheSourcesChangedAndNotBefore() throws Exception {
        Path first = jar(run(checkout.resolve("sluice")));
        assertEquals(first, jar(run(checkout.resolve("sluice"))));
        assertEquals(1, builds());
        write("local/src/main/java/A.java", "class A { int b; }");
        Path second = jar(run(checkout.resolve("sluice")));
        assertEquals(2, builds());
        assertEquals("class A { int b; }", Files.readString(second));
        assertEquals("class A {}", Files.readString(first), "what may still run was changed");
        write("local/src/main/java/A.java", "class A {}");
        assertEquals(first, jar(run(checkout.resolve("sluice"))));
        assertEquals(2, builds());
    }

    @Test
    void linksToItFindTheCheckout() throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("..", "check out é", "sluice"));
        Files.createSymbolicLink(elsewhere.resolve("again"), elsewhere.resolve("relative"));
        Files.createSymbolicLink(elsewhere.resolve("whole"), checkout);
        for (Path link : List.of(elsewhere.resolve("relative"), elsewhere.resolve("again"),
                elsewhere.resolve("whole/sluice"))) {
            assertTrue(jar(run(link)).startsWith(checkout.toRealPath()), link.toString());
        }
        assertEquals(1, builds());
    }

    /// Java takes names of files as ASCII there, and finds nothing of this checkout.
    @Test
    void underALocaleWithoutUmlautsJavaGetsOneThatHasThem() throws Exception {
        script("jdk/bin/java", "echo \"locale $LC_ALL\"\n");
        script("under-c", "LC_ALL=C exec '" + checkout.resolve("sluice") + "' \"$@\"\n");
        Ended ended = run(folder.resolve("under-c"));
        assertTrue(ended.out().contains("locale C.UTF-8"), ended.toString());
    }

    @Test
    void severalAtOnceBuildOnce() throws Exception {
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(start(checkout.resolve("sluice"), folder.resolve("errors-" + i), "check", "a b"));
        }
        for (Process each : all) {
            String out = new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            jar(new Ended(each.waitFor(), out, ""));
        }
        assertEquals(1, builds());
        assertEquals(REHEARSALS, lines("rehearsals"));
    }

    @Test
    void theBenchmarksAndTheCommandLineAtOnceEachBuildTheirOwn() throws Exception {
        Process bench = start(checkout.resolve("sluice"), folder.resolve("errors-bench"), "bench", "--quick", "ingest");
        Process other = start(checkout.resolve("sluice"), folder.resolve("errors-other"), "check", "a b");
        String benchOut = new String(bench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String otherOut = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jar(new Ended(other.waitFor(), otherOut, ""));
        assertEquals(0, bench.waitFor(), Files.readString(folder.resolve("errors-bench")));
        assertTrue(benchOut.endsWith("\nio.sluice.benchmarks.Main\n--quick\ningest\n"), benchOut);
        assertEquals(2, builds());
    }

    @Test
    void theHelpOfBenchBuildsNothing() throws Exception {
        write("benchmarks/src/main/resources/io/sluice/benchmarks/cli/help.txt", "what bench does\n");
        for (List<String> arguments : List.of(List.of("bench", "--help"), List.of("bench", "-h"),
                List.of("bench", "--quick", "ingest", "--help"))) {
            Ended ended = run(checkout.resolve("sluice"), arguments.toArray(String[]::new));
            assertEquals(new Ended(0, "what bench does\n", ""), ended);
        }
        assertEquals(0, builds());
        assertTrue(Files.notExists(checkout.resolve("target")));
    }

    @Test
    void aBuildThatHasNotBeenUsedForDaysGoesUnlessItIsAtWork() throws Exception {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(30)));
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        write("target/sluice/local-unused/used-" + gone.pid(), "");
        write("target/sluice/local-at-work/used-" + ProcessHandle.current().pid(), "");
        Path builds = checkout.resolve("target/sluice");
        Files.setLastModifiedTime(builds.resolve("local-unused"), old);
        Files.setLastModifiedTime(builds.resolve("local-at-work"), old);
        Path first = Objects.requireNonNull(jar(run(checkout.resolve("sluice"))).getParent());
        assertTrue(Files.notExists(builds.resolve("local-unused")));
        assertTrue(Files.exists(builds.resolve("local-at-work")));
        Files.setLastModifiedTime(first, old);
        jar(run(checkout.resolve("sluice")));
        write("local/src/main/java/A.java", "class A { int b; }");
        jar(run(checkout.resolve("sluice")));
        assertTrue(Files.exists(first), "a build that was just used is gone");
    }

    @Test
    void theLockOfAProcessThatIsGoneIsTaken() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        write("target/sluice/lock-local", Long.toString(gone.pid()));
        jar(run(checkout.resolve("sluice")));
        assertTrue(Files.notExists(checkout.resolve("target/sluice/lock-local")));
    }

    /// Killed just while it took the lock of another that was killed.
    @Test
    void theLockThatAProcessThatIsGoneWasTakingIsTaken() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        write("target/sluice/lock-local", Long.toString(gone.pid()));
        Path taking = Files.createDirectory(checkout.resolve("target/sluice/lock-local.taking"));
        Files.setLastModifiedTime(taking, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));
        jar(run(checkout.resolve("sluice")));
        assertTrue(Files.notExists(taking));
        assertTrue(Files.notExists(checkout.resolve("target/sluice/lock-local")));
    }

    /// Killed, or out of room, just while it made its lock.
    @Test
    void aLockThatSaysNothingIsTakenAfterAMinute() throws Exception {
        write("target/sluice/lock-local", "");
        Path lock = checkout.resolve("target/sluice/lock-local");
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));
        jar(run(checkout.resolve("sluice")));
        assertTrue(Files.notExists(lock));
    }

    @Test
    void aBuildThatFailsIsSaidAndLeavesNothingToRun() throws Exception {
        Files.createFile(folder.resolve("failing"));
        Ended failed = run(checkout.resolve("sluice"));
        assertEquals(2, failed.status());
        assertTrue(failed.err().contains("[ERROR] A.java does not compile"), failed.err());
        Files.delete(folder.resolve("failing"));
        jar(run(checkout.resolve("sluice")));
        assertEquals(2, builds());
    }

    @Test
    void sourcesThatNobodyTouchedAreNotReadAgain() throws Exception {
        Path first = jar(run(checkout.resolve("sluice")));
        long reads = lines("reads");
        assertEquals(first, jar(run(checkout.resolve("sluice"))));
        String fileSystem = Files.getFileStore(checkout).type();
        assertEquals(List.of("ext4", "xfs", "btrfs", "tmpfs", "overlay").contains(fileSystem) ? reads : lines("reads"),
                lines("reads"), fileSystem);
    }

    /// What `git checkout`, an editor, `mv` and `touch` do.
    @Test
    void aChangeIsSeenWhateverTheTimesSayAndTheWayBackToo() throws Exception {
        Path source = checkout.resolve("local/src/main/java/A.java");
        Path other = checkout.resolve("local/src/main/java/B.java");
        FileTime modified = Files.getLastModifiedTime(source);
        List<Path> builds = new ArrayList<>();
        builds.add(jar(run(checkout.resolve("sluice"))));
        write("local/src/main/java/A.java", "class Z {}");
        Files.setLastModifiedTime(source, modified);
        builds.add(jar(run(checkout.resolve("sluice"))));
        write("local/src/main/java/A.java", "class A {}");
        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
        assertEquals(builds.getFirst(), jar(run(checkout.resolve("sluice"))));
        Files.copy(source, other);
        builds.add(jar(run(checkout.resolve("sluice"))));
        Files.move(other, checkout.resolve("local/src/main/java/C.java"));
        builds.add(jar(run(checkout.resolve("sluice"))));
        Files.delete(checkout.resolve("local/src/main/java/C.java"));
        assertEquals(builds.getFirst(), jar(run(checkout.resolve("sluice"))));
        assertEquals(builds.size(), builds.stream().distinct().count(), builds.toString());
        assertEquals(builds.size(), builds());
    }

    @Test
    void aCheckoutThatWasMovedRunsItsOwnBuild() throws Exception {
        jar(run(checkout.resolve("sluice")));
        Path moved = folder.resolve("moved here");
        Files.move(checkout, moved);
        Ended ended = run(moved.resolve("sluice"));
        assertTrue(jar(ended).startsWith(moved.toRealPath()), ended.out());
        assertTrue(cache(ended).orElseThrow().startsWith(moved.toRealPath()), ended.out());
        assertEquals(1, builds());
        assertEquals(2 * REHEARSALS, lines("rehearsals"), "a cache is good for one place");
    }

    @Test
    void everyStartUsesTheCacheThatTheFirstOneMade() throws Exception {
        Ended first = run(checkout.resolve("sluice"));
        assertEquals("short.aot", cache(first).orElseThrow().getFileName().toString());
        assertTrue(Files.isRegularFile(cache(first).orElseThrow()));
        assertEquals(cache(first), cache(run(checkout.resolve("sluice"))));
        Ended other = run(checkout.resolve("sluice"), "run");
        assertEquals("all.aot", cache(other).orElseThrow().getFileName().toString());
        assertEquals(REHEARSALS, lines("rehearsals"));
    }

    @Test
    void cachesOfBuildsThatNobodyUsesGoAndTheirBuildsStay() throws Exception {
        Path first = cache(run(checkout.resolve("sluice"))).orElseThrow();
        Path build = Objects.requireNonNull(Objects.requireNonNull(first.getParent()).getParent());
        Files.setLastModifiedTime(build, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        write("local/src/main/java/A.java", "class A { int b; }");
        assertTrue(Files.exists(cache(run(checkout.resolve("sluice"))).orElseThrow()));
        assertTrue(Files.notExists(first));
        assertTrue(Files.exists(build.resolve("local.jar")));
        write("local/src/main/java/A.java", "class A {}");
        assertEquals(Optional.of(first), cache(run(checkout.resolve("sluice"))));
        assertEquals(2, builds());
    }

    @Test
    void anotherJdkMakesCachesOfItsOwn() throws Exception {
        Optional<Path> first = cache(run(checkout.resolve("sluice")));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.2\"\nIMPLEMENTOR=\"Some / one\"\n");
        Optional<Path> second = cache(run(checkout.resolve("sluice")));
        assertNotEquals(first, second);
        assertEquals(2 * REHEARSALS, lines("rehearsals"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        assertEquals(first, cache(run(checkout.resolve("sluice"))));
        assertEquals(2 * REHEARSALS, lines("rehearsals"));
        assertEquals(1, builds());
    }

    @Test
    void aRehearsalThatFailsIsSaidOnceAndKeepsNoCommandFromRunning() throws Exception {
        Files.createFile(folder.resolve("failing-rehearsal"));
        Ended first = run(checkout.resolve("sluice"));
        jar(first);
        assertEquals(Optional.empty(), cache(first));
        assertTrue(first.err().contains("the rehearsal failed: see "), first.err());
        Ended second = run(checkout.resolve("sluice"));
        jar(second);
        assertEquals("", second.err());
        assertEquals(Optional.empty(), cache(second));
        Path tried = caches();
        assertTrue(first.err().endsWith("to repeat it, remove " + tried + "\n"), first.err());
        Files.delete(tried);
        Files.delete(folder.resolve("failing-rehearsal"));
        assertTrue(cache(run(checkout.resolve("sluice"))).isPresent());
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
        Path made = cache(run(checkout.resolve("sluice"))).orElseThrow();
        Path caches = Objects.requireNonNull(made.getParent());
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        write("target/sluice/lock-local", Long.toString(gone.pid()));
        Files.move(caches, caches.resolveSibling(caches.getFileName() + ".new"));
        Files.delete(caches.resolveSibling(caches.getFileName() + ".new").resolve("all.aot"));
        Ended repeated = run(checkout.resolve("sluice"), "run");
        assertEquals(caches.resolve("all.aot"), cache(repeated).orElseThrow());
        assertEquals("cache\n", Files.readString(caches.resolve("all.aot")));
        assertTrue(Files.notExists(caches.resolveSibling(caches.getFileName() + ".new")));
    }

    /// Somebody builds: nobody waits for them who has a build.
    @Test
    void aStartDoesNotWaitForACache() throws Exception {
        Path made = cache(run(checkout.resolve("sluice"))).orElseThrow();
        Files.move(Objects.requireNonNull(made.getParent()), folder.resolve("away"));
        write("target/sluice/lock-local", Long.toString(ProcessHandle.current().pid()));
        Ended ended = run(checkout.resolve("sluice"));
        jar(ended);
        assertEquals(Optional.empty(), cache(ended));
        assertEquals("", ended.err());
    }
}
