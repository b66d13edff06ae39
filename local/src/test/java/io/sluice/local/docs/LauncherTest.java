package io.sluice.local.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher itself, in a small checkout whose Maven notes that it was called and whose JDK prints what it is to
/// run.
final class LauncherTest {
    @TempDir
    private Path folder = Path.of("");
    private Path checkout = Path.of("");

    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void checkout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("check out é"));
        Files.copy(Path.of("..", "sluice"), checkout.resolve("sluice"));
        Files.createDirectories(checkout.resolve("build"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        for (String module : List.of("jq", "plugin", "functions", "testkit", "parquet", "local", "benchmarks",
                "infra")) {
            write(module + "/pom.xml", "<project/>");
        }
        for (String module : List.of("jq", "plugin", "functions", "testkit", "parquet", "local", "benchmarks")) {
            write(module + "/src/main/java/A.java", "class A {}");
        }
        script("jdk/bin/java", "printf '%s\\n' \"$@\"");
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
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    /// The folder of the classes that `ended` was to run.
    private static Path classes(Ended ended) {
        List<String> words = ended.out().lines().toList();
        assertEquals(0, ended.status(), ended.toString());
        assertEquals(List.of("io.sluice.local.Main", "check", "a b"), words.subList(words.size() - 3, words.size()));
        List<String> path = List.of(words.get(words.indexOf("-cp") + 1).split(":"));
        assertEquals("/repository/x.jar", path.getLast());
        assertTrue(path.stream().limit(2).allMatch(each -> Files.isDirectory(Path.of(each))), path.toString());
        return Path.of(path.getFirst());
    }

    @Test
    void itBuildsWhenTheSourcesChangedAndNotBefore() throws Exception {
        Path first = classes(run(checkout.resolve("sluice")));
        assertEquals(first, classes(run(checkout.resolve("sluice"))));
        assertEquals(1, builds());
        write("local/src/main/java/A.java", "class A { int b; }");
        Path second = classes(run(checkout.resolve("sluice")));
        assertEquals(2, builds());
        assertEquals("class A { int b; }", Files.readString(second.resolve("A.class")));
        assertEquals("class A {}", Files.readString(first.resolve("A.class")), "what may still run was changed");
        write("local/src/main/java/A.java", "class A {}");
        assertEquals(first, classes(run(checkout.resolve("sluice"))));
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
            assertTrue(classes(run(link)).startsWith(checkout.toRealPath()), link.toString());
        }
        assertEquals(1, builds());
    }

    @Test
    void severalAtOnceBuildOnce() throws Exception {
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(start(checkout.resolve("sluice"), folder.resolve("errors-" + i), "check", "a b"));
        }
        for (Process each : all) {
            String out = new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            classes(new Ended(each.waitFor(), out, ""));
        }
        assertEquals(1, builds());
    }

    @Test
    void theBenchmarksAndTheCommandLineAtOnceEachBuildTheirOwn() throws Exception {
        Process bench = start(checkout.resolve("sluice"), folder.resolve("errors-bench"), "bench", "--quick", "ingest");
        Process other = start(checkout.resolve("sluice"), folder.resolve("errors-other"), "check", "a b");
        String benchOut = new String(bench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String otherOut = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        classes(new Ended(other.waitFor(), otherOut, ""));
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
        Path first = Objects.requireNonNull(Objects.requireNonNull(
                Objects.requireNonNull(classes(run(checkout.resolve("sluice"))).getParent()).getParent()).getParent());
        assertTrue(Files.notExists(builds.resolve("local-unused")));
        assertTrue(Files.exists(builds.resolve("local-at-work")));
        Files.setLastModifiedTime(first, old);
        classes(run(checkout.resolve("sluice")));
        write("local/src/main/java/A.java", "class A { int b; }");
        classes(run(checkout.resolve("sluice")));
        assertTrue(Files.exists(first), "a build that was just used is gone");
    }

    @Test
    void theLockOfAProcessThatIsGoneIsTaken() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        write("target/sluice/lock-local", Long.toString(gone.pid()));
        classes(run(checkout.resolve("sluice")));
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
        classes(run(checkout.resolve("sluice")));
        assertTrue(Files.notExists(taking));
        assertTrue(Files.notExists(checkout.resolve("target/sluice/lock-local")));
    }

    /// Killed, or out of room, just while it made its lock.
    @Test
    void aLockThatSaysNothingIsTakenAfterAMinute() throws Exception {
        write("target/sluice/lock-local", "");
        Path lock = checkout.resolve("target/sluice/lock-local");
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));
        classes(run(checkout.resolve("sluice")));
        assertTrue(Files.notExists(lock));
    }

    @Test
    void aBuildThatFailsIsSaidAndLeavesNothingToRun() throws Exception {
        Files.createFile(folder.resolve("failing"));
        Ended failed = run(checkout.resolve("sluice"));
        assertEquals(2, failed.status());
        assertTrue(failed.err().contains("[ERROR] A.java does not compile"), failed.err());
        Files.delete(folder.resolve("failing"));
        classes(run(checkout.resolve("sluice")));
        assertEquals(2, builds());
    }
}
