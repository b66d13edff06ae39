package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sample, streamed by date only, is repartitioned by network and date.
final class RepartitionCommandTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Path QUAKES = EVENTS.resolve("earthquakes.ndjson");

    @TempDir
    private Path folder = Path.of("");

    private Path out() {
        return folder.resolve("out");
    }

    private Path bucket() {
        return out().resolve("quakes");
    }

    @BeforeEach
    void streamByDate() throws IOException {
        Path byDate = folder.resolve("by-date.json");
        Files.writeString(byDate, Files.readString(EVENTS.resolve("stream.json"))
                .replace("net=!{partitionKeyFromQuery:net}/", "raw/").replace("{net:.properties.net,date:", "{date:")
                .replace("\"quakes\",", "\"quakes-streamed\","));
        Outcome streamed = Cli.run("run", "--config", byDate.toString(), "--input", QUAKES.toString(), "--out",
                out().toString(), "--json");
        assertEquals(0, streamed.status(), streamed.err());
        assertEquals(1_707, Delivered.sorted(bucket().resolve("raw")).size());
    }

    private Outcome repartition(String... more) {
        String[] arguments = new String[more.length + 7];
        System.arraycopy(new String[]{"repartition", "--config", EVENTS.resolve("stream.json").toString(), "--from",
                "raw/", "--out", out().toString()}, 0, arguments, 0, 7);
        System.arraycopy(more, 0, arguments, 7, more.length);
        return Cli.run(arguments);
    }

    @Test
    void everyRecordIsInItsNetworkAndDayOnceAndTheSourceIsThere() throws IOException {
        Outcome outcome = repartition("--json");
        assertEquals(0, outcome.status(), outcome.toString());
        JsonSchema.requireOf("repartition", outcome.json());
        assertEquals(1_707, outcome.json().path("records").asInt());
        assertEquals(1_707, Delivered.sorted(bucket().resolve("raw")).size());
        assertEquals(Files.readAllLines(QUAKES).stream().sorted().toList(), target());
        Map<String, Integer> networks = new TreeMap<>();
        Delivered.lines(bucket()).forEach((key, lines) -> {
            if (key.startsWith("net=")) {
                networks.merge(key.substring(4, 6), lines.size(), Integer::sum);
            }
        });
        assertEquals(386, networks.get("ci"));
        assertEquals(297, networks.get("ak"));
        assertEquals(12, networks.size());
        assertTrue(Files.readString(bucket().resolve("views/quakes_all.sql")).contains("BETWEEN '2018-01-"));
    }

    /// Arrivals that records have give the same keys and bytes once more; what was moved was moved out of others.
    @Tag("long")
    @Test
    void whatIsRunAnewWhereObjectsWereDeletedIsMovedAnew() throws IOException {
        Path some = folder.resolve("some.ndjson");
        Files.write(some, Files.readAllLines(QUAKES).subList(0, 12));
        for (String last : List.of("--json", "--remove-source")) {
            Folders.delete(bucket());
            Outcome streamed = Cli.run("run", "--config", folder.resolve("by-date.json").toString(), "--input",
                    some.toString(), "--arrival", ".properties.time", "--out", out().toString());
            assertEquals(0, streamed.status(), streamed.err());
            Outcome moved = repartition(last);
            assertEquals(0, moved.status(), moved.toString());
        }
        assertEquals(Files.readAllLines(some).stream().sorted().toList(), target());
    }

    /// What is staged to be moved is delivered by the next command.
    @Tag("long")
    @Test
    void anErasureNamesTheDaysOfAnUnfinishedRepartition() throws IOException {
        Files.writeString(bucket().resolve("raw/date=2018-02-06/no.ndjson"), "no json\n");
        assertEquals(1, repartition().status());
        Outcome erased = onTarget("erase", "--key", "net=ak", "--json");
        assertEquals(1, erased.status(), erased.toString());
        assertEquals("2018-02-06", erased.json().path("daysUnmoved").path(0).asText(), erased.toString());
    }

    /// The watermark is lost too, so that every day is to be moved once more: the others are.
    @Tag("long")
    @Test
    void aDamagedPlanHoldsUpItsDayAlone() throws IOException {
        assertEquals(0, repartition("--json").status());
        List<Path> state;
        try (Stream<Path> files = Files.walk(out())) {
            state = files.filter(Files::isRegularFile).sorted().toList();
        }
        Path plan = state.stream().filter(file -> file.endsWith("plan")).findFirst().orElseThrow();
        Files.writeString(plan, "damage");
        for (Path file : state) {
            if (file.toString().contains("/watermark/")) {
                Files.delete(file);
            }
        }
        Outcome outcome = repartition("--json");
        assertEquals(1, outcome.status(), outcome.toString());
        String day = plan.getName(plan.getNameCount() - 2).toString();
        assertEquals(1, outcome.json().path("troubles").size(), outcome.toString());
        String trouble = outcome.json().path("troubles").path(0).asText();
        assertTrue(trouble.startsWith("day " + day + " is held up, and nothing of it is removed: repartition/")
                && trouble.endsWith("restore it from a copy of the bucket, and run again"), trouble);
        outcome.json().path("days").forEach(each -> assertEquals(
                each.path("day").asText().equals(day) ? "not moved" : "moved", each.path("state").asText()));
        assertTrue(outcome.json().path("days").size() > 1, outcome.toString());
        assertEquals(1_707, Delivered.sorted(bucket().resolve("raw")).size());
        assertEquals(Files.readAllLines(QUAKES).stream().sorted().toList(), target());
    }

    /// The view names the objects of days that are not settled, and engines take no longer text.
    @Tag("long")
    @Test
    void aDayThatTheViewHasNoRoomForHoldsUpItselfAlone() throws IOException {
        String day = "raw/date=2018-02-06/";
        String line = Delivered.lines(bucket()).entrySet().stream().filter(each -> each.getKey().startsWith(day))
                .findFirst().orElseThrow().getValue().getFirst();
        Path deep = Files.createDirectories(bucket().resolve(day + ("x".repeat(200) + "/").repeat(3)));
        for (int i = 0; i < 400; i++) {
            Files.writeString(deep.resolve(i + ".ndjson"), line + "\n");
        }
        Outcome outcome = repartition("--settled-days", "36500", "--json");
        assertEquals(1, outcome.status(), outcome.toString());
        assertTrue(outcome.json().path("days").size() > 1, outcome.toString());
        outcome.json().path("days").forEach(each -> assertEquals(
                each.path("day").asText().equals("2018-02-06") ? "not moved" : "moved", each.path("state").asText()));
    }

    @Tag("long")
    @Test
    void asksForNothingTwiceAndRemovesTheSourceOnlyWhenAsked() throws IOException {
        assertEquals(0, repartition().status());
        Outcome again = repartition("--json", "--remove-source");
        assertEquals(0, again.status(), again.toString());
        assertEquals(0, again.json().path("records").asInt());
        assertTrue(again.json().path("removed").asInt() > 0);
        assertEquals(Files.readAllLines(QUAKES).stream().sorted().toList(), target());
        assertTrue(Delivered.lines(bucket()).keySet().stream().noneMatch(key -> key.startsWith("raw/")));
    }

    @Tag("long")
    @Test
    void whatWasRepartitionedIsRetainedAndErasedLikeTheStreamsOwn() throws IOException {
        assertEquals(0, repartition("--remove-source").status());
        assertEquals(0, onTarget("retention", "set", "--key", "net=ak", "--days", "2").status());
        Outcome retained = onTarget("retention", "run", "--now", "2018-02-06T23:00:00Z");
        assertEquals(0, retained.status(), retained.toString());
        List<String> days = List.of("04", "05", "06", "07");
        assertEquals(days.stream().map(day -> "net=ak/date=2018-02-" + day).toList(), folders("net=ak"));
        assertEquals(8, folders("net=ci").size());
        Outcome erased = onTarget("erase", "--key", "net=ak");
        assertEquals(0, erased.status(), erased.toString());
        assertEquals(List.of(), folders("net=ak"));
        assertEquals(1_707 - 297, target().size());
    }

    @Tag("long")
    @Test
    void aCustomerIsErasedFromTheSourceTooOnceTheMoveIsOver() throws IOException {
        assertEquals(0, repartition().status());
        Outcome early = onTarget("erase", "--key", "net=ak", "--source", "raw/");
        assertEquals(1, early.status(), early.toString());
        assertTrue(early.out().contains("remove it with ./sluice repartition --remove-source"), early.out());
        assertEquals(1_707, Delivered.sorted(bucket().resolve("raw")).size());
        assertEquals(0, repartition("--remove-source").status());
        assertEquals(0, onTarget("erase", "--key", "net=ak", "--source", "raw/").status());
        assertEquals(1_707 - 297, target().size());
    }

    @Tag("long")
    @Test
    void aCustomerIsErasedFromObjectsThatAreNotMoved() throws IOException {
        Outcome dry = onTarget("erase", "--key", "net=ak", "--source", "raw/", "--dry-run", "--json");
        assertEquals(297, dry.json().path("source").path("records").asInt(), dry.toString());
        assertEquals(1_707, Delivered.sorted(bucket().resolve("raw")).size());
        Outcome erased = onTarget("erase", "--key", "net=ak", "--source", "raw/");
        assertEquals(0, erased.status(), erased.toString());
        assertEquals(Files.readAllLines(QUAKES).stream().filter(line -> !line.contains("\"net\":\"ak\"")).sorted()
                .toList(), Delivered.sorted(bucket().resolve("raw")));
        assertEquals(0, onTarget("erase", "--key", "net=ak", "--source", "raw/", "--json").json().path("source")
                .path("records").asInt());
        assertEquals(0, repartition("--remove-source").status());
        assertEquals(1_707 - 297, target().size());
        assertEquals(2, onTarget("erase", "--key", "net=ak", "--source", "net=").status());
    }

    private Outcome onTarget(String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--config", EVENTS.resolve("stream.json").toString(), "--out", out().toString()));
        return Cli.run(arguments.toArray(String[]::new));
    }

    /// The folders under `prefix` that hold objects.
    private List<String> folders(String prefix) throws IOException {
        return Delivered.lines(bucket()).keySet().stream().filter(key -> key.startsWith(prefix + "/"))
                .map(key -> key.substring(0, key.lastIndexOf('/'))).distinct().sorted().toList();
    }

    @Test
    void aDryRunChangesNothing() throws IOException {
        Outcome outcome = repartition("--dry-run");
        assertEquals(0, outcome.status(), outcome.toString());
        assertTrue(outcome.out().contains("listed: "), outcome.out());
        assertFalse(Files.exists(bucket().resolve("views")));
        assertEquals(List.of(), target());
    }

    @Test
    void aSourceThatWouldReadItsOwnOutputIsRefused() {
        Outcome outcome = Cli.run("repartition", "--config", EVENTS.resolve("stream.json").toString(), "--from", "net",
                "--out", out().toString());
        assertEquals(2, outcome.status(), outcome.toString());
        assertTrue(outcome.err().contains("would read its own output"), outcome.err());
    }

    private List<String> target() throws IOException {
        return Delivered.lines(bucket()).entrySet().stream().filter(object -> object.getKey().startsWith("net="))
                .flatMap(object -> object.getValue().stream()).sorted().toList();
    }
}
