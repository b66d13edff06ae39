package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Retention and erasure over the sample's objects, through the function and the embedded services.
final class RetentionCommandTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Path CONFIG = EVENTS.resolve("stream.json");
    /// In the sample's week.
    private static final String NOW = "2018-02-06T23:00:00Z";

    @TempDir
    private Path folder = Path.of("");

    private Path out() {
        return folder.resolve("out");
    }

    private void quakes() {
        Outcome run = Cli.run("run", "--config", CONFIG.toString(), "--input",
                EVENTS.resolve("earthquakes.ndjson").toString(), "--out", out().toString());
        assertEquals(0, run.status(), run.err());
    }

    private Outcome retention(String command, String... more) {
        return sluice(List.of("retention", command), more);
    }

    private Outcome erase(String... more) {
        return sluice(List.of("erase"), more);
    }

    private Outcome sluice(List<String> command, String... more) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("--config", CONFIG.toString(), "--out", out().toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private Set<String> folders() throws IOException {
        return Delivered.lines(out().resolve("quakes")).keySet().stream()
                .map(key -> key.substring(0, key.lastIndexOf('/'))).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aDayThatIsCutOutOfAnIsoTimeIsOneToTablesAndRetentionAlike() throws IOException {
        Path input = Files.writeString(folder.resolve("in.ndjson"), """
                {"at":"2018-02-01T10:00:00Z"}
                {"at":"2018-02-02T10:00:00Z"}
                {"at":"2018-02-03T10:00:00Z"}
                """);
        Path config = Files.writeString(folder.resolve("iso.json"), Files.readString(CONFIG)
                .replaceAll("\"Prefix\": \"[^\"]*\"", "\"Prefix\": \"date=!{partitionKeyFromQuery:date}/\"")
                .replaceAll("\\{net:.*\"\n", "{date:.at[0:10]}\"\n")
                .replaceFirst("\"Sluice\": \\{", "\"Sluice\": {\"Retention\": {\"Days\": 2},"));
        Outcome run = Cli.run("run", "--config", config.toString(), "--input", input.toString(), "--out",
                out().toString());
        assertEquals(0, run.status(), run.err());
        Outcome tables = Cli.run("tables", "--config", config.toString(), "--input", input.toString());
        assertTrue(tables.out().contains("'projection.date.type' = 'date'"), tables.out() + tables.err());
        Outcome removal = Cli.run("retention", "run", "--config", config.toString(), "--out", out().toString(), "--now",
                "2018-02-04T12:00:00Z", "--json");
        assertEquals(1, removal.json().path("objects").asInt(), removal.toString());
        assertEquals(Set.of("date=2018-02-02", "date=2018-02-03"), folders());
    }

    @Test
    void aRuleForOneNetworkRemovesOnlyItsOlderDays() throws IOException {
        quakes();
        Set<String> before = folders();
        assertEquals(0, retention("set", "--key", "net=ak", "--days", "2").status());
        JsonNode dry = retention("run", "--now", NOW, "--dry-run", "--json").json();
        assertEquals(before, folders());
        Outcome run = retention("run", "--now", NOW, "--json");
        assertEquals(0, run.status(), run.err());
        Set<String> expected = before.stream()
                .filter(name -> !name.startsWith("net=ak/") || name.compareTo("net=ak/date=2018-02-04") >= 0)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, folders());
        assertFalse(expected.equals(before));
        JsonSchema.requireOf("retention-run", dry);
        JsonSchema.requireOf("retention-run", run.json());
        assertEquals(before.size() - expected.size(), run.json().path("objects").asInt());
        assertEquals(dry.path("objects"), run.json().path("objects"));
        assertEquals(dry.path("bytes"), run.json().path("bytes"));
        int due = before.size() - expected.size();
        assertEquals(1 + due, run.json().at("/requests/lists").asInt(), "the key's days, and each that is due");
        assertEquals(due, run.json().at("/requests/deletes").asInt());
        assertEquals(0, retention("run", "--now", NOW, "--json").json().path("objects").asInt());
    }

    @Test
    void rulesStayFromOneCommandToTheNext() throws IOException {
        quakes();
        assertEquals("default: objects stay (Sluice.Retention.Days is not set)\n", retention("show").out());
        JsonSchema.requireOf("retention-rules", retention("show", "--json").json());
        JsonSchema.requireOf("retention-rules", retention("set", "--key", "net=us", "--days", "30", "--json").json());
        retention("set", "--key", "net=ak", "--days", "2");
        assertTrue(
                retention("set", "--key", "net=ak", "--days", "1").out().endsWith("net=ak: 1 day\nnet=us: 30 days\n"));
        assertTrue(retention("rm", "--key", "net=ak").out().endsWith("is not set)\nnet=us: 30 days\n"));
        Outcome again = retention("rm", "--key", "net=ak");
        assertEquals(2, again.status());
        assertTrue(again.err().contains("there is no rule for net=ak"), again.err());
    }

    @Test
    void aNetworkIsErasedAndNothingElse() throws IOException {
        quakes();
        Set<String> before = folders();
        assertTrue(erase("--key", "net=ak", "--dry-run").out().contains("would remove "));
        JsonSchema.requireOf("erase", erase("--key", "net=ak", "--dry-run", "--source", "raw/", "--json").json());
        assertEquals(before, folders());
        Outcome erased = erase("--key", "net=ak", "--json");
        assertEquals(0, erased.status(), erased.err());
        Set<String> expected = before.stream().filter(name -> !name.startsWith("net=ak/"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, folders());
        assertEquals(1_707 - 297, Delivered.sorted(out().resolve("quakes")).size());
        JsonSchema.requireOf("erase", erased.json());
        assertTrue(erased.json().path("complete").asBoolean());
        assertEquals(before.size() - expected.size(), erased.json().path("objects").asInt());
        assertEquals(0, erase("--key", "net=ak", "--json").json().path("objects").asInt());
        assertEquals(0, erase("--key", "net=a", "--json").json().path("objects").asInt());
    }

    @Test
    void badInputIsOneMessageAndChangesNothing() throws IOException {
        quakes();
        Set<String> before = folders();
        for (String key : List.of("net=../quakes", "net=ak/date=2018-02-01", "net=", "ak", "nett=ak")) {
            for (Outcome outcome : List.of(retention("set", "--key", key, "--days", "2"), erase("--key", key))) {
                assertEquals(2, outcome.status(), key);
                assertTrue(outcome.err().startsWith("sluice: Nothing was changed: "), outcome.err());
                assertEquals(1, outcome.err().lines().count(), outcome.err());
                assertEquals("", outcome.out());
            }
        }
        Outcome date = retention("run", "--now", "2018-02-30");
        assertEquals(2, date.status());
        assertTrue(date.err().contains("now is an instant like 2026-11-20T00:00:00Z, not '2018-02-30'"), date.err());
        assertEquals(2, retention("set", "--key", "net=ak", "--days", "0").status());
        assertEquals(2, retention("set", "--key", "net=ak", "--days", "two").status());
        assertEquals(2, Cli.run("retention").status());
        assertEquals(before, folders());
    }

    @Test
    void aRunThatWasCutShortComesFirst() throws IOException {
        Path state = out().resolve(".sluice");
        Files.createDirectories(state);
        Files.writeString(state.resolve("run.json"), "{}");
        for (Outcome outcome : List.of(retention("run"), erase("--key", "net=ak"))) {
            assertEquals(2, outcome.status());
            assertTrue(outcome.err().contains("finish it with run --resume first"), outcome.err());
        }
    }

    /// An erasure drains, which is a flush run: what it may have written is left for half an hour.
    @Test
    void whatIsDueAndLeftForNowIsToldWithTheTimeToComeBack() throws IOException {
        quakes();
        assertEquals(0, erase("--key", "net=ak").status());
        retention("set", "--key", "net=ci", "--days", "2");
        Outcome run = retention("run", "--dry-run");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("would remove 0 objects, 0 B\ndue, and left, since a flush run may still write"
                + " them: 8; repeat it half an hour after the last flush run\n"), run.out());
    }

    @Test
    void aFolderThatASourceIsAPartOfIsNamedAndOneThatIsTheSourceIsNot() throws IOException {
        quakes();
        for (String file : List.of("raw/a/x.ndjson", "raw/b/y.ndjson")) {
            Path to = out().resolve("quakes").resolve(file);
            Files.createDirectories(to.getParent());
            Files.copy(EVENTS.resolve("earthquakes.ndjson"), to);
        }
        String part = erase("--key", "net=ak", "--source", "raw/a/").out();
        assertTrue(part.contains("source raw/a/: 1 object read, 297 records gone\n"), part);
        assertTrue(part.contains("other folder, not looked into beside raw/a/: raw/\n"), part);
        String whole = erase("--key", "net=ak", "--source", "raw/").out();
        assertTrue(whole.contains("source raw/: 2 objects read, 297 records gone\n"), whole);
        assertFalse(whole.contains("other folder"), whole);
    }
}
