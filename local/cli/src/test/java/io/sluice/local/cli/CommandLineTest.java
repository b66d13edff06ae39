package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the user asks for and can't have: one message that says what and where, status 2, and nothing written.
final class CommandLineTest {
    @TempDir
    private Path folder = Path.of("");
    private Path config = Path.of("");
    private Path input = Path.of("");

    @BeforeEach
    void files() throws IOException {
        config = folder.resolve("stream.json");
        input = folder.resolve("in.ndjson");
        try (InputStream plain = CommandLineTest.class.getResourceAsStream("plain.json")) {
            Files.write(config, Objects.requireNonNull(plain).readAllBytes());
        }
        Files.writeString(input, "{\"a\":1}\n");
    }

    private Path out() {
        return folder.resolve("out");
    }

    private void refused(Outcome outcome, String message) {
        assertEquals(2, outcome.status(), outcome.toString());
        assertTrue(outcome.err().contains(message), outcome.err());
        assertFalse(outcome.err().contains("\tat "), outcome.err());
        assertEquals("", outcome.out());
        assertFalse(Files.exists(out()), "something was written");
    }

    private Outcome run(String... more) {
        String[] arguments = new String[more.length + 5];
        System.arraycopy(new String[]{"run", "--config", config.toString(), "--out", out().toString()}, 0, arguments, 0,
                5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Cli.run(arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "rnu | There is no command 'rnu'; did you mean run?",
            "run | Missing required option: '--config=FILE'",
            "run --config x --confg y | Unknown option: '--confg'; did you mean --config?",
            "run --config x --record-bytes ten | 'ten' is not",
            "check | There is nothing to check: name the configuration's file",
            "check --config | Missing required parameter for option '--config'",
            "check --config nowhere.json | The configuration nowhere.json does not exist",
            "run --config nowhere.json --input x | The configuration nowhere.json does not exist"})
    void badUsageIsOneMessage(String arguments, String message) {
        refused(Cli.run(arguments.isEmpty() ? new String[0] : arguments.split(" ")), message);
    }

    @Test
    void noCommandAtAllGetsTheHelp() {
        Outcome bare = Cli.run();
        assertEquals(new Outcome(2, Cli.run("help").out(), "sluice: No command given\n"), bare);
    }

    @Test
    void aConfigurationThatIsNoneIsRefusedWithAllItsProblems() throws IOException {
        Files.writeString(config, "{\"DeliveryStreamNam\":\"x\"}");
        Outcome outcome = run("--input", input.toString());
        refused(outcome, "DeliveryStreamNam");
        assertTrue(outcome.err().contains("The configuration " + config + " has "), outcome.err());
        Files.writeString(config, "{");
        refused(run("--input", input.toString()), config.toString());
        config = folder;
        refused(run("--input", input.toString()), "is a folder");
    }

    @Test
    void inputThatIsMissingIsRefused() {
        refused(run("--input", folder.resolve("nowhere").toString()),
                "The input " + folder.resolve("nowhere") + " does not exist");
        refused(run("--input", input.toString(), folder.resolve("nowhere").toString()), "does not exist");
        refused(run(), "There is nothing to run");
    }

    @Test
    void anOutFolderThatCannotBeWrittenIsRefused() {
        Outcome outcome = Cli.run("run", "--config", config.toString(), "--input", input.toString(), "--out",
                input.resolve("out").toString());
        refused(outcome, "The folder " + input.resolve("out") + " can't be written");
    }

    @Test
    void optionsThatCannotBeMetAreRefused() {
        refused(run("--input", input.toString(), "--record-bytes", "0"), "--record-bytes must be at least 1");
        refused(run("--input", "-", "--resume"), "standard input can't be resumed");
        refused(run("--input", input.toString(), "--resume"), "holds no interrupted run");
        refused(run("--lambda-event", input.toString(), "--keep"), "--lambda-event runs one event by itself");
        refused(run("--lambda-event", input.toString()), "leave out --input, --out,");
        refused(Cli.run("run", "--config", config.toString(), "--lambda-event", folder.resolve("nowhere").toString()),
                "can't be read");
    }

    @Test
    void helpIsNoFailure() {
        for (String[] arguments : new String[][]{{"--help"}, {"help"}, {"help", "run"}, {"run", "--help"},
                {"check", "-h"}}) {
            Outcome outcome = Cli.run(arguments);
            assertEquals(0, outcome.status());
            assertTrue(outcome.out().startsWith("Usage: sluice"), outcome.out());
        }
        assertEquals(Cli.run("--version").out(), Cli.run("version").out());
    }

    @Test
    void everyHelpFitsEightyColumnsAndEndsItsSentences() {
        for (String command : Cli.run("--help").out().lines().filter(line -> line.matches("  [a-z]+ {2,}\\S.*"))
                .map(line -> line.strip().split(" ", 2)[0]).toList()) {
            List<String> help = Cli.run(command, "--help").out().lines().toList();
            assertTrue(help.size() > 3, command);
            assertEquals(List.of(), help.stream().filter(line -> line.length() > 80).toList());
        }
        String commands = Cli.run("--help").out();
        assertEquals(List.of(), commands.lines().filter(line -> line.length() > 80).toList());
        String descriptions = commands.substring(commands.indexOf("Commands:\n") + "Commands:\n".length());
        for (String each : descriptions.split("\n(?=  [a-z])", -1)) {
            assertTrue(each.strip().endsWith("."), each);
        }
    }

    @Test
    void checkPrintsProblemsAsResultsAndTellsByItsStatus() throws IOException {
        assertEquals(0, Cli.run("check", "--config", config.toString()).status());
        assertTrue(Cli.run("check", "--config", config.toString()).out().contains("valid"));
        Files.writeString(config, "{\"DeliveryStreamNam\":\"x\"}");
        Outcome outcome = Cli.run("check", "--config", config.toString());
        assertEquals(2, outcome.status());
        assertTrue(outcome.out().contains("error: $"), outcome.out());
    }
}
