package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.landed.KeptLandings;
import io.sluice.local.landed.LandedLines;
import io.sluice.local.landed.LandedReader;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `landed` tells each delivered object once, wherever a run ended on the way, and `complete` until when all is told.
@Tag("long")
final class LandedCommandTest {
    private static final int RECORDS = 50;

    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private CutShortRun run;

    /// A record each minute, of three keys, every tenth no JSON: objects of five minutes each.
    @BeforeEach
    void input() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add(i % 10 == 9
                    ? "{\"broken\": " + i
                    : "{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i * 60) + ",\"n\":" + i + "}");
        }
        run = CutShortRun.of(folder, lines);
        configure("\"Landing\":{}");
    }

    private void configure(String sluice) throws IOException {
        Files.writeString(run.config(), CutShortRun.CONFIGURATION.replace("{\"Delivery\":\"buffer\"}",
                "{\"Delivery\":\"buffer\"" + (sluice.isEmpty() ? "" : ",") + sluice + "}"));
    }

    private Path out() {
        return folder.resolve("out");
    }

    /// Sizes of the delivered files by their keys.
    private Map<String, Long> delivered() throws IOException {
        Path bucket = out().resolve("data");
        Map<String, Long> delivered = new TreeMap<>();
        try (Stream<Path> files = Files.walk(bucket)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                delivered.put(bucket.relativize(file).toString(), Files.size(file));
            }
        }
        return delivered;
    }

    private static List<JsonNode> documents(Outcome outcome) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        for (String line : outcome.out().lines().toList()) {
            JsonNode document = new ObjectMapper().readTree(line);
            JsonSchema.requireOf("landed", document);
            documents.add(document);
        }
        return documents;
    }

    /// Sizes by keys, each told once.
    private static Map<String, Long> told(Outcome outcome) throws IOException {
        Map<String, Long> told = new TreeMap<>();
        for (JsonNode document : documents(outcome)) {
            for (JsonNode object : document.path("objects")) {
                assertEquals(null, told.put(object.path("key").asText(), object.path("bytes").asLong()),
                        object.toString());
            }
        }
        return told;
    }

    private void assertAllIsTold() throws IOException {
        Outcome landed = run.sluice("landed", "--json");
        assertEquals(0, landed.status(), landed.toString());
        assertEquals(delivered(), told(landed));
        int records = 0;
        for (JsonNode document : documents(landed)) {
            for (JsonNode object : document.path("objects")) {
                records += object.path("records").asInt();
            }
        }
        assertEquals(RECORDS, records);
    }

    private Outcome whole() {
        Outcome whole = run.fed("run");
        assertEquals(0, whole.status(), whole.toString());
        return whole;
    }

    /// The files of landings, oldest first.
    private static List<Path> landings(Path state) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            return files.filter(Files::isRegularFile).filter(file -> file.toString().contains("/landings/")).sorted()
                    .toList();
        }
    }

    @Test
    void afterARunEachObjectIsToldOnce() throws IOException {
        whole();
        assertAllIsTold();
        assertFalse(Files.exists(out().resolve(".sluice")));
        String text = run.sluice("landed").out();
        assertEquals(delivered().size(), text.lines().count());
        assertTrue(text.lines().allMatch(line -> line.startsWith("2026-01-01T")), text);
        assertEquals(delivered().keySet().stream().filter(key -> key.startsWith("errors/")).count(),
                text.lines().filter(line -> line.endsWith("(error records)")).count());
        assertEquals(0, run.fed("verify").status(), "what is kept is in nobody's way");
        assertEquals("s is complete: nothing waits, and nothing is taken any more\n", run.sluice("complete").out());
        JsonSchema.requireOf("complete", run.sluice("complete", "--json").json());
    }

    @Test
    void lanesAreToldTogether() throws IOException {
        configure("\"Landing\":{},\"Lanes\":3");
        whole();
        assertAllIsTold();
        assertTrue(documents(run.sluice("landed", "--json")).stream().map(each -> each.path("buffer").asText())
                .distinct().count() > 1);
    }

    @Test
    void sinceATimeEarlierCommitsArePassedOver() throws IOException {
        whole();
        List<JsonNode> all = documents(run.sluice("landed", "--json"));
        JsonNode last = all.getLast();
        assertEquals(List.of(last),
                documents(run.sluice("landed", "--json", "--since", last.path("at").asText())));
        assertEquals(2, run.sluice("landed", "--since", "yesterday").status());
    }

    @Test
    void whileARunIsCutShortTheSameIsToldAsAfterIt() throws IOException {
        run.until(30);
        Map<String, Long> before = told(run.sluice("landed", "--json"));
        assertFalse(before.isEmpty());
        assertTrue(delivered().entrySet().containsAll(before.entrySet()));
        Outcome complete = run.sluice("complete", "--json");
        JsonSchema.requireOf("complete", complete.json());
        assertEquals("known", complete.json().path("state").asText());
        assertTrue(complete.json().has("heldBackBy"), complete.toString());
        assertEquals(0, run.resume().status());
        assertAllIsTold();
    }

    /// Between a commit and its landing, twice.
    @Test
    void aLandingThatWasNotPutIsPutByTheRunThatGoesOn() throws IOException {
        run.until(30);
        run.resumedUntilAboutToPut("landings/");
        run.resumedUntilAboutToPut("landings/");
        assertEquals(delivered().size() - 1, told(run.sluice("landed", "--json")).size());
        assertEquals("object", run.sluice("complete", "--json").json().path("heldBackBy").path("stage").asText());
        assertEquals(0, run.resume().status());
        assertAllIsTold();
    }

    @Test
    void aRunThatWasKilledAsItKeptItsLandingsIsFinishedByItsResumption() throws IOException {
        run.until(30);
        Path first = landings(out().resolve(".sluice")).getFirst();
        Path kept = out().resolve(".sluice-landings")
                .resolve(out().resolve(".sluice/s3").relativize(first));
        Files.createDirectories(kept.getParent());
        Files.copy(first, kept);
        assertEquals(0, run.resume().status());
        assertAllIsTold();
    }

    @Test
    void aRunThatWasKilledAsItsStateWentIsTold() throws IOException {
        whole();
        Files.createDirectories(out().resolve(".sluice-finished/s3/data-staging/landings/s"));
        assertAllIsTold();
    }

    @Test
    void aRunIntoAFolderWhoseObjectsWereDeletedBeginsItsLogAnew() throws IOException {
        whole();
        Folders.delete(out().resolve("data"));
        whole();
        assertAllIsTold();
    }

    @Test
    void whatIsMissingIsToldAndMakesTheStatus() throws IOException {
        whole();
        List<Path> landings = landings(out());
        Files.delete(landings.get(2));
        Outcome text = run.sluice("landed");
        assertEquals(1, text.status());
        assertTrue(text.err().contains("Landings of s after version"), text.err());
        Outcome json = run.sluice("landed", "--json");
        assertEquals(1, json.status());
        assertEquals(1, documents(json).stream().filter(each -> each.has("missing")).count());
        Files.delete(landings.getFirst());
        Files.delete(landings.get(1));
        assertEquals(0, run.sluice("landed").status(), "a reader that begins late begins with the oldest that is kept");
    }

    @Test
    void aDamagedOrRenamedLandingIsNamed() throws IOException {
        whole();
        Path landing = landings(out()).get(1);
        byte[] bytes = Files.readAllBytes(landing);
        bytes[bytes.length / 2] ^= 1;
        Files.write(landing, bytes);
        Outcome damaged = run.sluice("landed");
        assertEquals(1, damaged.status());
        assertTrue(damaged.err().contains("landings/s/" + landing.getFileName()), damaged.err());
        Files.move(landings(out()).getFirst(), landing, StandardCopyOption.REPLACE_EXISTING);
        Outcome renamed = run.sluice("landed");
        assertEquals(1, renamed.status());
        assertTrue(renamed.err().contains("holds the landing of version"), renamed.err());
    }

    @Test
    void aStreamWithoutALandingLogAndAFolderThatIsNoneAreNamedWithTheRemedy() throws IOException {
        configure("");
        whole();
        Outcome none = run.sluice("landed");
        assertEquals(2, none.status());
        assertTrue(none.err().contains("set Sluice.Landing to {}"), none.err());
        assertFalse(Files.exists(out().resolve(".sluice-landings")));
        Folders.delete(out());
        assertEquals(2, run.sluice("landed").status());
        assertEquals(2, run.sluice("complete").status());
        Outcome bucket = Cli.run("landed", "--config", run.config().toString(), "--out", "s3://lake/quakes");
        assertEquals(2, bucket.status());
        assertTrue(bucket.err().contains("A run into a bucket keeps no landings"), bucket.err());
    }

    /// As `--follow` reads.
    @Test
    void aReaderThatFollowsMeetsEachObjectOnceWhileTheRunEndsAndBeginsAnew() throws IOException {
        StreamConfiguration stream = ConfigurationParser.parse(Files.readAllBytes(run.config())).configuration()
                .orElseThrow();
        OutFolder place = OutFolder.of(out().toString());
        var told = new StringWriter();
        List<String> notes = new ArrayList<>();
        var reader = new LandedReader(
                List.of(new LandedReader.Source("s", () -> KeptLandings.ofRuns(place, stream)),
                        new LandedReader.Source("s", () -> KeptLandings.ofServer(place, stream))),
                Optional.empty(), LandedLines.json(new PrintWriter(told)));
        reader.read(notes::add);
        assertTrue(reader.foundNothing());
        run.until(30);
        reader.read(notes::add);
        reader.read(notes::add);
        assertEquals(0, run.resume().status());
        reader.read(notes::add);
        assertEquals(delivered(), told(new Outcome(0, told.toString(), "")));
        assertEquals(List.of(), notes);
        Folders.delete(out().resolve("data"));
        whole();
        told.getBuffer().setLength(0);
        reader.read(notes::add);
        assertEquals(delivered(), told(new Outcome(0, told.toString(), "")));
        assertEquals(1, notes.size());
    }
}
