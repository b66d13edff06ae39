package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sample, streamed by date only, is repartitioned by network and date.
final class RepartitionCommandTest {
    private static final Path EVENTS = Path.of("..", "events", "quakes");
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
