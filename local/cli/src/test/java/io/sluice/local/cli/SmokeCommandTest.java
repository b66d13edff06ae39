package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.smoke.MemoryCloud;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class SmokeCommandTest {
    private static final String GONE = "sluice-smoke-0badcafe";

    @TempDir
    private Path folder = Path.of("");
    private final MemoryCloud account = new MemoryCloud();
    private String jar = "";

    @BeforeEach
    void jar() throws Exception {
        jar = jar("META-INF/maven/io.sluice/sluice-functions/pom.properties",
                "version=" + Release.current().version());
    }

    private String jar(String entry, String content) throws IOException {
        Path file = folder.resolve("functions.jar");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content.getBytes(UTF_8));
        }
        return file.toString();
    }

    /// The command on an account in memory, at an emulator's pace.
    private Outcome smoke(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var console = new Console(new ByteArrayInputStream(new byte[0]), new PrintWriter(out), new PrintWriter(err));
        var line = new CommandLine(new SmokeCommand(console, _ -> account.cloud()));
        line.setExecutionExceptionHandler((failure, _, _) -> SluiceCommand.failed(console, failure));
        int status = line.execute(arguments);
        return new Outcome(status, out.toString(), err.toString());
    }

    private Outcome run(String... more) {
        List<String> all = new ArrayList<>(List.of("--aws", "--budget", "5", "--region", "eu-west-1", "--endpoint",
                "http://127.0.0.1:1", "--functions", jar, "--records", "41"));
        all.addAll(List.of(more));
        return smoke(all.toArray(String[]::new));
    }

    @Test
    void itTellsWhatItMakesWhereAndForHowMuchBeforeItMakesIt() {
        Outcome outcome = run();

        assertEquals(0, outcome.status(), outcome.err());
        assertTrue(outcome.err().lines().findFirst().orElseThrow().matches(
                "sluice: sluice-smoke-[0-9a-f]{8} in account " + MemoryCloud.ACCOUNT + ", region eu-west-1: .*"),
                outcome.err());
        assertTrue(outcome.err().contains("of the budget of $5.00"), outcome.err());
        assertEquals("# Sluice smoke test: passed", outcome.out().lines().findFirst().orElseThrow());
        assertEquals(List.of(), account.left());
    }

    @Test
    void theReportIsWhatItsSchemaSays() throws Exception {
        Path file = folder.resolve("report.json");
        Outcome passed = run("--json", "--report", file.toString());
        account.plant(MemoryCloud.Fault.STACK_FAILS);
        Outcome failed = run("--json");

        JsonSchema.requireOf("smoke", passed.json());
        JsonSchema.requireOf("smoke", failed.json());
        assertEquals(passed.out(), Files.readString(file));
        assertEquals(1, failed.status());
        assertFalse(failed.out().contains(MemoryCloud.ACCOUNT), failed.out());
    }

    @Test
    void aRecordThatIsMissingFailsItAndTheReportIsWritten() throws Exception {
        account.plant(MemoryCloud.Fault.LOSES);
        Path file = folder.resolve("report.md");

        Outcome outcome = run("--report", file.toString());

        assertEquals(1, outcome.status());
        assertTrue(Files.readString(file).contains("1 of 30 records are missing"), outcome.out());
        assertEquals(List.of(), account.left());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ; say so with --aws
            --budget 5; say so with --aws
            --aws; say what it may cost with --budget
            --aws --budget five; --budget five is no number of dollars
            --aws --budget NaN; --budget NaN is no number of dollars
            --aws --budget -5; --budget -5 is no number of dollars
            --aws --budget 1e3; --budget 1e3 is no number of dollars
            --aws --budget 0.01; more than the budget of
            --aws --budget 0; more than the budget of
            --aws --budget 5 --records 3; --records must be between 4 and 100,000
            --aws --budget 500 --records 100001; --records must be between 4 and 100,000
            --aws --budget 5 --functions nowhere.jar; There is no file nowhere.jar
            --aws --budget 5 --functions pom.xml; pom.xml is no jar
            --aws --budget 5 --region eu-west-1; This Sluice has no functions beside it
            --aws --budget 5 --report target; --report target can't be written
            --aws --clean sluice-smoke-x; is no name of a smoke run
            --aws --clean ../sluice-smoke-00c0ffee; is no name of a smoke run
            --aws --clean sluice-smoke-00c0ffee --region eu-west-1; There is nothing of sluice-smoke-00c0ffee
            """)
    void badInputMakesNothing(String arguments, String said) {
        Outcome outcome = smoke(arguments == null ? new String[0] : arguments.split(" ", -1));

        assertEquals(2, outcome.status(), outcome.err());
        assertTrue(outcome.err().contains(said), outcome.err());
        assertEquals(List.of(), account.left());
    }

    @Test
    void aJarOfAnotherReleaseOrOfSomethingElseIsNotDeployed() throws Exception {
        jar("META-INF/maven/io.sluice/sluice-functions/pom.properties", "version=0.9.0");
        assertTrue(run().err().contains(" is of release 0.9.0, and this Sluice is "), run().err());
        jar("other.class", "");
        assertTrue(run().err().contains(" is a jar without the functions"), run().err());
        assertEquals(2, run().status());
    }

    @Test
    void aRegionIsWrittenLikeOne() {
        Outcome outcome = smoke("--aws", "--budget", "5", "--functions", jar, "--region", "Ireland");

        assertEquals(2, outcome.status());
        assertTrue(outcome.err().contains("'Ireland' is no region"), outcome.err());
    }

    @Test
    void withoutCredentialsNothingIsMade() {
        Outcome outcome = Cli.run("smoke", "--aws", "--budget", "5", "--region", "eu-west-1", "--functions", jar,
                "--endpoint", "http://127.0.0.1:1");

        assertEquals(2, outcome.status(), outcome.err());
        assertTrue(outcome.err().contains("No account answers, and nothing was made"), outcome.err());
    }

    @Test
    void whatIsKeptIsCleanedByItsName() throws Exception {
        Outcome kept = run("--keep");
        assertEquals(0, kept.status(), kept.err());
        assertFalse(account.left().isEmpty());
        String name = kept.err().replaceAll("(?s).*?(sluice-smoke-[0-9a-f]{8}) in.*", "$1");
        assertTrue(Files.exists(Path.of(name + ".json")));

        Outcome cleaned = smoke("--aws", "--clean", name);

        assertEquals(0, cleaned.status(), cleaned.err());
        assertEquals(List.of(), account.left());
        assertFalse(Files.exists(Path.of(name + ".json")));
        assertEquals(2, smoke("--aws", "--clean", name, "--region", "eu-west-1").status());
    }

    @Test
    void credentialsOfAnotherAccountRemoveNothing() throws Exception {
        Path file = Files.writeString(Path.of(GONE + ".json"),
                "{\"account\":\"999999999999\",\"region\":\"eu-west-1\",\"retained\":[]}");
        try {
            Outcome outcome = smoke("--aws", "--clean", GONE);

            assertEquals(2, outcome.status());
            assertTrue(outcome.err().contains("is in account 999999999999"), outcome.err());
            assertTrue(Files.exists(file));
        } finally {
            Files.delete(file);
        }
    }
}
