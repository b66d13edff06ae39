package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.jq.JqTool;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JqCommandTest {
    @Test
    void printsEachOutputOfEachRecordOnALine() {
        Outcome outcome = Cli.run(Cli.utf8("{\"a\":[1,2]}{\"a\":[3]}"), "jq", ".a[]");
        assertEquals(new Outcome(0, "1\n2\n3\n", ""), outcome);
    }

    @Test
    void aRecordThatFailsIsNamedAndTheOthersAreEvaluated() {
        Outcome outcome = Cli.run(Cli.utf8("{\"a\":1}\nno\n{\"a\":2}\n"), "jq", ".a");
        assertEquals(1, outcome.status());
        assertEquals("1\n2\n", outcome.out());
        assertTrue(outcome.err().startsWith("sluice: byte 8: "), outcome.err());
    }

    @Test
    void aProgramThatIsNoneIsBadUsage() {
        Outcome outcome = Cli.run("jq", ".a[");
        assertEquals(2, outcome.status());
        assertTrue(outcome.err().contains("The expression is no jq program"), outcome.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--cases", "--help", "-h", "--help -c", "-x .a"})
    void whatIsNoOptionOfJqIsSluices(String arguments) {
        assertFalse(Cli.run(("jq " + arguments).split(" ")).err().startsWith("jq: "));
    }

    /// Each option that the help names is one that jq's own parser takes.
    @Test
    void theHelpNamesTheOptionsThatThereAre() {
        String help = Cli.run("jq", "--help").out();
        for (String word : List.of("-r", "-j", "-c", "-a", "-S", "-M", "--tab", "--indent", "-n", "-s", "-R", "-e",
                "-f",
                "--arg", "--argjson", "--slurpfile", "--rawfile", "--args", "--jsonargs")) {
            assertTrue(Pattern.compile("(?m)^ +(-., )?(-., )?" + word + "\\b").matcher(help).find(), word + help);
            assertTrue(JqTool.isOption(word), word);
        }
    }

    @Test
    void withOneOfItsOptionsItIsJq(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("in.ndjson.gz");
        try (var gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write(Cli.utf8("{\"a\":\"x y\"} {\"a\":[1]}"));
        }
        assertEquals(new Outcome(0, "x y\n[1]\n", ""), Cli.run("jq", "-rc", ".a", file.toString()));
        assertEquals(new Outcome(0, "[\n  \"x y\",\n  [\n    1\n  ]\n]\n", ""),
                Cli.run("jq", "-s", "map(.a)", file.toString()));
        assertEquals(new Outcome(1, "false\n", ""), Cli.run(Cli.utf8("1"), "jq", ".==$x", "-e", "--argjson", "x", "2"));
        assertEquals(new Outcome(5, "", "jq: error: Cannot index number with string \"a\"\n"),
                Cli.run(Cli.utf8("1"), "jq", "-c", ".a"));
        Outcome missing = Cli.run("jq", "-c", ".", folder.resolve("none").toString());
        assertEquals(2, missing.status());
        assertTrue(missing.err().startsWith("jq: error: Could not open file " + folder.resolve("none")), missing.err());
    }

    @Test
    void aCompressedFileThatIsBrokenIsNotReadAsIfItWereWhole(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("in.gz");
        try (var gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write(Cli.utf8("1\n".repeat(100_000)));
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 9));
        Outcome outcome = Cli.run("jq", "-s", "length", file.toString());
        assertEquals(2, outcome.status(), outcome.toString());
        assertTrue(outcome.err().startsWith("jq: error: Could not open file " + file), outcome.err());
    }
}
