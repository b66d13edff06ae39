package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A small checkout with the launcher itself, whose Maven notes that it was called and whose JDK prints what it is to
/// run.
///
/// @param folder where the commands are, and the checkout
/// @param path   of the checkout
record SmallCheckout(Path folder, Path path) {
    /// Of `check`, and of all commands.
    static final int REHEARSALS = 2;
    private static final List<String> MODULES = List.of("jq", "plugin", "functions/format", "functions/buffer",
            "functions/ingest", "functions/lake", "functions/app", "functions/lambda", "testkit", "parquet",
            "functions/iceberg", "functions/registrar", "deployment", "local/verify", "local/serve", "local/plan",
            "local/cli", "benchmarks");

    /// What became of a start: the words that Java was to be given are the lines of `out`.
    record Ended(int status, String out, String err) {
        /// Where the cache is that was to be used; empty: none.
        Optional<Path> cache() {
            String option = "-XX:AOTCache=";
            return out.lines().filter(each -> each.startsWith(option)).findFirst()
                    .map(each -> Path.of(each.substring(option.length())));
        }

        /// The jar of the command line that was to be run; here it is as long as its one class.
        Path jar() {
            List<String> words = out.lines().toList();
            assertEquals(0, status, toString());
            assertEquals(List.of("io.sluice.local.cli.Main", "check", "a b"),
                    words.subList(words.size() - 3, words.size()));
            List<String> classes = List.of(words.get(words.indexOf("-cp") + 1).split(":"));
            assertEquals("/repository/x.jar", classes.getLast());
            assertTrue(classes.stream().limit(2).allMatch(each -> Files.isRegularFile(Path.of(each))),
                    classes.toString());
            return Path.of(classes.getFirst());
        }
    }

    /// Makes a checkout below `folder`, and the commands that its launcher calls.
    static SmallCheckout in(Path folder) throws IOException {
        var made = new SmallCheckout(folder, Files.createDirectories(folder.resolve("check out é")));
        made.fill();
        return made;
    }

    Path sluice() {
        return path.resolve("sluice");
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    private void fill() throws IOException {
        Files.copy(Path.of("..", "sluice"), path.resolve("sluice"));
        believeAtOnce();
        Files.createDirectories(path.resolve("build"));
        Files.writeString(path.resolve("pom.xml"), "<project/>");
        for (String module : MODULES) {
            write(module + "/pom.xml", "<project/>");
        }
        write("infra/pom.xml", "<project/>");
        for (String module : MODULES) {
            write(module + "/src/main/java/A.java", "class A {}");
        }
        script("jdk/bin/java", """
                for each in "$@"; do
                  case $each in
                    -XX:AOTMode=record)
                      [[ ! -e $FAILING_REHEARSAL ]] || exit $(<"$FAILING_REHEARSAL")
                      echo rehearsed >>"$REHEARSALS"; exit ;;
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
                for each in "$work"/*/src "$work"/*/*/src; do
                  module=${each%/src}
                  mkdir -p "$module/target/classes"
                  cp "$each/main/java/A.java" "$module/target/classes/A.class"
                  printf '%s' "$work/functions/lambda/target/classes:/repository/x.jar" >"$module/target/classpath"
                done
                """);
    }

    /// The launcher reads sources that were changed within the last minute; here, no longer ago than this moment.
    private void believeAtOnce() throws IOException {
        Path launcher = path.resolve("sluice");
        String text = Files.readString(launcher);
        assertTrue(text.contains("\nsettled_seconds=60\n"));
        Files.writeString(launcher, text.replace("\nsettled_seconds=60\n", "\nsettled_seconds=0\n"));
    }

    void write(String name, String content) throws IOException {
        Path file = path.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /// A command, of lines in bash.
    void script(String name, String body) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\nset -e\n" + body);
        assertTrue(file.toFile().setExecutable(true));
    }

    Process start(Path launcher, Path errors, String... arguments) throws IOException {
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

    /// `check` with an argument that has a space.
    Ended run() throws IOException, InterruptedException {
        return runBy(sluice());
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        return runBy(sluice(), arguments);
    }

    Ended runBy(Path launcher) throws IOException, InterruptedException {
        return runBy(launcher, "check", "a b");
    }

    private Ended runBy(Path launcher, String... arguments) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process process = start(launcher, errors, arguments);
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(errors));
    }

    /// How often Maven was called.
    long builds() throws IOException {
        return lines("calls");
    }

    /// How many lines the file has that the commands of the test note their calls in.
    long lines(String name) throws IOException {
        Path calls = folder.resolve(name);
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }
}
