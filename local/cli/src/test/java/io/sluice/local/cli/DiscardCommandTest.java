package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Staged bytes of an interrupted run are damaged, and an operator gives up exactly what is damaged, as a user does it.
final class DiscardCommandTest {
    private static final int RECORDS = 50;

    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private CutShortRun run;

    /// Three keys; ten records each minute are a batch.
    @BeforeEach
    void aRunIsCutShortWhenMostOfItIsStaged() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add("{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i / 10 * 60) + ",\"n\":" + i
                    + "}");
        }
        run = CutShortRun.of(folder, lines);
        run.until(RECORDS * 9 / 10);
    }

    private Path segment() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("out/.sluice/s3/data-staging/segments"))) {
            return files.filter(Files::isRegularFile).min(Comparator.naturalOrder()).orElseThrow();
        }
    }

    /// The server keeps its notes on the file beside its bytes, and they stay.
    private static void flipFirstBit(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1;
        Files.write(file, bytes);
    }

    private Set<Integer> delivered() throws IOException {
        Set<Integer> numbers = new HashSet<>();
        for (var each : Delivered.lines(folder.resolve("out/data")).entrySet()) {
            for (String line : each.getValue()) {
                assertTrue(numbers.add(Integer.parseInt(line.replaceAll(".*\"n\":(\\d+).*", "$1"))), "twice: " + line);
            }
        }
        return numbers;
    }

    @Tag("long")
    @Test
    void theOneThatIsNamedIsGivenUpAndAllElseIsDelivered() throws IOException {
        flipFirstBit(segment());
        Outcome stuck = run.resume();
        assertEquals(1, stuck.status(), stuck.toString());
        assertTrue(stuck.err().contains("fails its checksum"), stuck.err());
        int others = delivered().size();

        JsonNode listed = run.sluice("discard", "--json").json();
        JsonSchema.requireOf("discard-list", listed);
        assertEquals(1, listed.size(), listed.toString());
        String name = listed.path(0).path("name").asText();
        int records = listed.path(0).path("records").asInt();
        String key = "segments/s/" + segment().getFileName();
        assertTrue(name.matches(records + " records of k=[abc]/ at 0 of " + key), name);
        assertTrue(others >= 33, "two of three keys do not wait for the third: " + others);
        assertTrue(run.sluice("discard").out().startsWith(name + "\n"), "text names it too");

        for (String wrong : List.of("all", "", "*", name.substring(1), name + " ", key,
                name.replace("k=", "l="), name.replace(records + " records", records + 1 + " records"))) {
            Outcome refused = run.sluice("discard", "--give-up", wrong);
            assertEquals(2, refused.status(), refused.toString());
            assertTrue(refused.err().contains("Nothing was given up") && refused.err().contains(name), refused.err());
        }
        assertEquals(1, run.resume().status(), "a name that was refused gave nothing up");
        assertEquals(others, delivered().size());

        Outcome given = run.sluice("discard", "--give-up", name);
        assertEquals(0, given.status(), given.toString());
        assertTrue(given.out().contains("Discarded: " + records + " records at 0 of " + key), given.out());
        Outcome repeated = run.sluice("discard", "--give-up", name, "--json");
        assertEquals(0, repeated.status(), "repeating it changes nothing: " + repeated);
        JsonSchema.requireOf("discard", repeated.json());

        Outcome done = run.resume();
        assertEquals(1, done.status(), done.toString());
        assertTrue(done.err().contains(records + " records are in no object"), done.err());
        assertTrue(done.out().contains(" + " + records + " given up"), done.out());
        assertEquals(RECORDS - records, delivered().size());
        assertEquals(2, run.sluice("discard").status(), "the run is finished");
    }

    @Test
    void aSegmentThatIsRestoredIsDeliveredWholeAndNothingIsGivenUp() throws IOException {
        flipFirstBit(segment());
        assertEquals(1, run.resume().status());
        String name = run.sluice("discard", "--json").json().path(0).path("name").asText();
        flipFirstBit(segment());
        Outcome nothing = run.sluice("discard");
        assertEquals(0, nothing.status(), nothing.toString());
        assertEquals("No open delivery waits for a damaged chunk.", nothing.out().strip());
        assertEquals(2, run.sluice("discard", "--give-up", name).status());
        Outcome done = run.resume();
        assertEquals(0, done.status(), done.toString());
        assertEquals(RECORDS, delivered().size());
    }

    /// Nobody knows any more where in it the chunks were but the index.
    @Tag("long")
    @Test
    void chunksOfASegmentThatIsGoneAreNamedOneByOne() throws IOException {
        Files.delete(segment());
        assertEquals(1, run.resume().status());
        List<String> names = new ArrayList<>();
        run.sluice("discard", "--json").json().forEach(chunk -> names.add(chunk.path("name").asText()));
        assertEquals(3, names.size(), names.toString());
        assertEquals(0, run.sluice("discard", "--give-up", names.get(1)).status());
        Outcome stuck = run.resume();
        assertEquals(1, stuck.status(), stuck.toString());
        assertTrue(stuck.err().contains("2 partitions can't be delivered"), stuck.err());
    }
}
