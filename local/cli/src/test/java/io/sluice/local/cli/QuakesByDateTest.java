package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.ConfigurationParser;
import io.sluice.index.Buffer;
import io.sluice.landing.Completeness;
import io.sluice.landing.DatePublisher;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingEvent;
import io.sluice.landing.LandingEvents;
import io.sluice.landing.LandingLog;
import io.sluice.landing.LandingLog.Step;
import io.sluice.landing.LandingPublisher;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.landed.KeptLandings;
import io.sluice.testkit.memory.MemoryEventSink;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryLandingCursors;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A week of earthquakes, each of which arrives as it happens: what is told of their dates.
@Tag("long")
final class QuakesByDateTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Duration LATENESS = Duration.ofHours(1);
    /// The copy of a record of an earlier date arrives after all others.
    private static final int LATE_LINE = 700;

    @TempDir
    private Path folder = Path.of("");
    private Path config = Path.of("");
    private final List<ObjectNode> quakes = new ArrayList<>();
    private final Map<LocalDate, Long> records = new TreeMap<>();

    @BeforeEach
    void read() throws IOException {
        var json = (ObjectNode) JSON.readTree(EVENTS.resolve("stream.json").toFile());
        ((ObjectNode) json.path("Sluice")).putObject("Landing").put("LatenessInHours", LATENESS.toHours());
        config = Files.writeString(folder.resolve("stream.json"), json.toString());
        for (String line : Files.readAllLines(EVENTS.resolve("earthquakes.ndjson"))) {
            quakes.add((ObjectNode) JSON.readTree(line));
        }
        quakes.sort(Comparator.comparingLong(QuakesByDateTest::time));
        quakes.forEach(each -> records.merge(date(each), 1L, Long::sum));
        assertTrue(records.size() > 6, records::toString);
    }

    private static long time(JsonNode quake) {
        return quake.path("properties").path("time").asLong();
    }

    private static LocalDate date(JsonNode quake) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(time(quake)), ZoneOffset.UTC);
    }

    /// @return the date of the late record
    private LocalDate addLateRecord() {
        ObjectNode late = quakes.get(LATE_LINE).deepCopy();
        late.put("arrives", (time(quakes.getLast()) + Duration.ofHours(2).toMillis()) / 1000);
        quakes.add(late);
        records.merge(date(late), 1L, Long::sum);
        return date(late);
    }

    private Path out() {
        return folder.resolve("out");
    }

    private void run() throws IOException {
        Path input = Files.write(folder.resolve("in.ndjson"), quakes.stream().map(JsonNode::toString).toList());
        Outcome run = Cli.run("run", "--config", config.toString(), "--input", input.toString(), "--arrival",
                ".arrives // (.properties.time / 1000 | floor)", "--out", out().toString());
        assertEquals(0, run.status(), run.toString());
    }

    private Outcome complete(String... more) {
        return Cli.run(Stream.concat(Stream.of("complete", "--config", config.toString(), "--out", out().toString()),
                Stream.of(more)).toArray(String[]::new));
    }

    /// Publishes after each landing of the run, when the stream is complete until the first that is still to land.
    private List<LandingEvent> published() throws IOException {
        var stream = ConfigurationParser.parse(Files.readAllBytes(config)).configuration().orElseThrow();
        LandingLog kept = KeptLandings.ofRuns(OutFolder.of(out().toString()), stream).getFirst();
        List<Landing> landings = kept.steps(0).map(step -> ((Step.Came) step).landing()).toList();
        var staging = new MemoryObjectStore(() -> Instant.EPOCH);
        var buffers = List.of(new Buffer(kept.buffer(), staging, new MemoryIndex(50)));
        var events = new LandingEvents("quakes", "quakes");
        var cursors = new MemoryLandingCursors();
        var sink = new MemoryEventSink();
        for (int i = 0; i < landings.size(); i++) {
            new LandingLog(kept.buffer(), staging).put(landings.get(i));
            long now = landings.get(i).landed().at();
            long until = landings.stream().skip(i + 1L).flatMap(each -> each.landed().objects().stream())
                    .mapToLong(LandedObject::oldestArrival).min()
                    .orElse(now + Duration.ofDays(2).toMillis());
            publish(buffers, events, cursors, sink, now, Math.min(until, now));
        }
        long end = landings.getLast().landed().at() + Duration.ofDays(2).toMillis();
        publish(buffers, events, cursors, sink, end, end);
        return sink.accepted();
    }

    private static void publish(List<Buffer> buffers, LandingEvents events, MemoryLandingCursors cursors,
            MemoryEventSink sink, long now, long until) {
        LandingPublisher.Summary told = new LandingPublisher(events, cursors, sink, () -> Instant.ofEpochMilli(now))
                .publish(buffers, () -> new Completeness.Until(until, Optional.empty()), List::of, Deadline.NONE);
        new DatePublisher(events, cursors, sink, () -> Instant.ofEpochMilli(now), LATENESS, Optional.empty())
                .publish(buffers, told, Deadline.NONE);
    }

    /// What was told of the dates of the records, as `completed 2018-02-01 250`.
    private List<String> told() throws IOException {
        List<String> told = new ArrayList<>();
        for (LandingEvent event : published()) {
            JsonNode json = JSON.readTree(event.json());
            if (json.has("date") && records.containsKey(LocalDate.parse(json.path("date").asText()))) {
                told.add(event.type().word() + " " + json.path("date").asText() + " " + json.path("records").asLong());
            }
        }
        return told;
    }

    private List<String> eachCompletedOnce() {
        return records.entrySet().stream().map(each -> "completed " + each.getKey() + " " + each.getValue()).toList();
    }

    @Test
    void eachDateIsCompletedOnceInOrder() throws IOException {
        run();
        assertEquals(eachCompletedOnce(), told());
        String text = complete().out();
        assertEquals(records.size(), text.lines().filter(line -> line.matches(
                "  2018-\\d\\d-\\d\\d complete, \\d+ objects? with [0-9,]+ records?")).count(), text);
    }

    @Test
    void aLateRecordReopensExactlyItsDate() throws IOException {
        List<String> before = eachCompletedOnce();
        LocalDate late = addLateRecord();
        run();
        List<String> expected = new ArrayList<>(before);
        expected.addAll(List.of("reopened " + late + " " + records.get(late),
                "completed " + late + " " + records.get(late)));
        List<String> told = new ArrayList<>(told());
        // The last date ends after the late record came.
        String last = told.stream().filter(each -> each.startsWith("completed " + date(quakes.get(quakes.size() - 2))))
                .findFirst().orElseThrow();
        told.remove(last);
        expected.remove(last);
        assertEquals(expected, told);

        JsonNode json = complete("--json").json();
        JsonSchema.requireOf("complete", json);
        assertEquals("finished", json.path("state").asText());
        for (JsonNode date : json.path("dates")) {
            LocalDate day = LocalDate.parse(date.path("date").asText());
            assertEquals(records.get(day), date.path("records").asLong());
            assertEquals(day.equals(late) ? 1 : 0, date.path("lateRecords").asLong(), date::toString);
            assertTrue(date.path("complete").asBoolean());
        }
        assertEquals(records.size(), json.path("dates").size());
        assertTrue(complete().out().contains(late + " complete, "));
        assertTrue(complete().out().contains("reopened by 1 late object with 1 record\n"), complete().out());
    }
}
