package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.init.ReadyMade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `init --for`: each configuration goes all the way with its own sample.
final class ReadyMadeTest {
    @TempDir
    private Path folder = Path.of("");

    private static Outcome done(String... arguments) {
        Outcome outcome = Cli.run(arguments);
        assertEquals(0, outcome.status(), outcome.toString());
        return outcome;
    }

    /// @param dropped lines that are no records, or documents without any
    @ParameterizedTest
    @CsvSource({"cloudtrail,6,0,date=2026-11-22", "alb,8,0,status=5xx", "cloudfront,8,2,status=0xx",
            "vpc-flow-logs,9,1,action=none"})
    void eachGoesFromInitToATable(String data, int records, int dropped, String folderNamed) throws IOException {
        Path made = folder.resolve("made");
        done("init", "--for", data, "--out", made.toString());
        String config = made.resolve("stream.json").toString();
        String sample = made.resolve(ReadyMade.of(data).sample()).toString();
        assertEquals(Files.readString(Path.of(config)), done("init", "--for", data).out());
        Outcome check = done("check", "--config", config);
        assertTrue(!check.out().contains("warning"), check.out());
        done("test", made.toString());
        Outcome plan = done("plan", "--config", config, "--input", sample);
        assertTrue(!plan.err().contains("warning"), plan.err());
        String out = folder.resolve("out").toString();
        Outcome run = done("run", "--config", config, "--input", sample, "--out", out, "--strict", "--json");
        assertEquals(records, run.json().path("recordsDelivered").asInt());
        assertEquals(dropped, run.json().path("recordsDropped").asInt());
        assertTrue(!run.err().contains("warning"), run.err());
        Outcome verify = done("verify", "--config", config, "--input", sample, "--out", out);
        assertTrue(verify.out().contains("every record is there once"), verify.out());
        Outcome tables = done("tables", "--config", config, "--input", sample);
        assertTrue(
                tables.out().contains("CREATE EXTERNAL TABLE")
                        && tables.out().contains("'projection.date.type' = 'date'"),
                tables.out());
        assertTrue(!tables.err().contains("error") && !tables.err().contains("warning"), tables.err());
        try (var tree = Files.walk(folder.resolve("out"))) {
            assertTrue(tree.anyMatch(path -> path.toString().contains(folderNamed)));
        }
    }

    @Test
    void nothingIsOverwrittenAndWhatIsNotThereIsNamed() throws IOException {
        Outcome none = Cli.run("init", "--for", "elb");
        assertTrue(none.status() == 2 && none.err().contains("alb, cloudfront, cloudtrail, vpc-flow-logs"),
                none.toString());
        Outcome there = Cli.run("init", "--for", "alb", "--out", folder.toString());
        assertTrue(there.status() == 2 && there.err().contains("overwrites nothing"), there.toString());
        Outcome both = Cli.run("init", "--for", "alb", "--keys", "time");
        assertTrue(both.status() == 2 && both.err().contains("leave out --input"), both.toString());
        Outcome neither = Cli.run("init");
        assertTrue(neither.status() == 2 && neither.err().contains("name a sample with --input"), neither.toString());
    }
}
