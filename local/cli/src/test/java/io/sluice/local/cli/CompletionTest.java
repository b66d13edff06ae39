package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The scripts, in the shells that read them, where those are.
final class CompletionTest {
    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void files() throws IOException {
        Files.writeString(folder.resolve("my stream.json"), "{}");
        Files.writeString(folder.resolve("in.ndjson"), "{}");
        Files.createDirectory(folder.resolve("events"));
    }

    private record Ended(int status, String out) {}

    private Ended run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), out);
    }

    private static boolean isThere(String shell) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, shell)));
    }

    private Path script(String shell) throws IOException {
        return Files.writeString(folder.resolve(".script." + shell), Cli.run("completion", shell).out());
    }

    /// What bash completes the last of `words` to.
    private Set<String> completed(List<String> words) throws IOException, InterruptedException {
        script("bash");
        StringBuilder program = new StringBuilder("set -u; source ./.script.bash; COMP_WORDS=(");
        words.forEach(word -> program.append(" '").append(word).append('\''));
        program.append("); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sluice; for each in \"${COMPREPLY[@]:-}\"; do"
                + " printf '%s\\n' \"$each\"; done");
        Ended ended = run(List.of("bash", "--norc", "-c", program.toString()));
        assertEquals(0, ended.status(), ended.out());
        return new TreeSet<>(ended.out().lines().filter(line -> !line.isEmpty()).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"r | recover, redrive, repartition, retention, run", "--h | --help",
            "run --inp | --input, --input-format", "run --config my | my stream.json",
            "run --config = my | my stream.json",
            "check i | in.ndjson", "retention s | set, show", "retention set --conf | --config",
            "completion | bash, fish, zsh", "run --out check --re | --record-bytes, --records-at, --resume",
            "run --record-bytes i | ''", "jq --slurp | --slurp, --slurpfile", "bench --h | --help",
            "run --input-format = j | json-array", "run --input-format cs | csv"})
    void bashCompletesCommandsOptionsValuesAndFiles(String words, String expected) throws Exception {
        assumeTrue(isThere("bash"), "there is no bash on the PATH");
        List<String> line = new ArrayList<>(List.of("./sluice"));
        line.addAll(Arrays.asList(words.split(" ")));
        if (words.equals("completion")) {
            line.add("");
        }
        Set<String> candidates = new TreeSet<>(Arrays.asList(expected.split(", ")));
        candidates.remove("");
        assertEquals(candidates, completed(line));
    }

    /// Whatever is added to the commands is in all three.
    @Test
    void everyCommandAndEveryOptionOfTheHelpIsInEachScript() {
        List<String> names = Cli.run("--help").out().lines().filter(line -> line.matches("  [a-z]+ {2,}\\S.*"))
                .map(line -> line.strip().split(" ", 2)[0]).toList();
        assertTrue(names.containsAll(List.of("run", "bench", "completion", "retention")), names.toString());
        for (String shell : List.of("bash", "zsh", "fish")) {
            String script = Cli.run("completion", shell).out();
            for (String name : names) {
                assertTrue(script.contains("'" + name), name);
                Cli.run(name, "--help").out().lines().filter(line -> line.matches("  .{4}--[a-z].*"))
                        .map(line -> line.strip().replaceFirst("^-., ", "").split("[ =]", 2)[0].replace("--", ""))
                        .forEach(option -> assertTrue(script.contains(shell.equals("fish")
                                ? " -l " + option
                                : "--" + option), shell + name + option));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"bash", "zsh", "fish"})
    void theShellItselfTakesTheScript(String shell) throws Exception {
        assumeTrue(isThere(shell), "there is no " + shell + " on the PATH");
        Path script = script(shell);
        assertEquals(new Ended(0, ""), run(List.of(shell, "-n", script.toString())));
    }

    @Test
    void aShellThatIsNoneIsBadUsage() {
        assertEquals(2, Cli.run("completion", "tcsh").status());
        assertEquals(2, Cli.run("completion").status());
        assertEquals("", Cli.run("completion", "tcsh").out());
    }
}
