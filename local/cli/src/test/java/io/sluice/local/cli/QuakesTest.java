package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.testkit.wire.Gzip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sample that comes with Sluice, a week of earthquakes, end to end through the functions' own event parsing.
final class QuakesTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Path CONFIG = EVENTS.resolve("stream.json");
    private static final Path QUAKES = EVENTS.resolve("earthquakes.ndjson");
    private static final Map<String, Integer> RECORDS_BY_NETWORK = new TreeMap<>(
            Map.ofEntries(Map.entry("ci", 386), Map.entry("nc", 370), Map.entry("ak", 297), Map.entry("nn", 260),
                    Map.entry("us", 168), Map.entry("pr", 62), Map.entry("uw", 51), Map.entry("hv", 46),
                    Map.entry("uu", 33),
                    Map.entry("mb", 28), Map.entry("nm", 5), Map.entry("se", 1)));

    @TempDir
    private Path folder = Path.of("");

    private Path out() {
        return folder.resolve("out");
    }

    private Path bucket() {
        return out().resolve("quakes");
    }

    private Outcome run(String... more) {
        String[] arguments = new String[more.length + 6];
        System.arraycopy(new String[]{"run", "--config", CONFIG.toString(), "--out", out().toString(), "--json"}, 0,
                arguments, 0, 6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return Cli.run(arguments);
    }

    private static List<String> quakes() throws IOException {
        return Files.readAllLines(QUAKES).stream().sorted().toList();
    }

    @Test
    void everyRecordIsDeliveredUnderItsNetworkAndDay() throws IOException {
        Outcome outcome = run("--input", QUAKES.toString());
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("", outcome.err());
        Map<String, List<String>> objects = Delivered.lines(bucket());
        assertEquals(quakes(), Delivered.sorted(bucket()));
        Map<String, Integer> networks = new TreeMap<>();
        objects.forEach((key, lines) -> networks.merge(key.substring("net=".length(), key.indexOf('/')), lines.size(),
                Integer::sum));
        assertEquals(RECORDS_BY_NETWORK, networks);
        objects.forEach((key, lines) -> lines
                .forEach(line -> assertTrue(line.contains("\"net\":\"" + key.substring(4, 6) + "\""), key)));
        JsonNode json = outcome.json();
        assertEquals(1_707, json.path("recordsIn").asInt());
        assertEquals(1_707, json.path("recordsDelivered").asInt());
        assertEquals(objects.size(), json.path("partitions").asInt(), "one object a partition and interval");
        assertEquals(objects.size(), json.path("objects").asInt());
        assertEquals(0, json.path("errorObjects").asInt());
    }

    @Test
    void aBatchCostsTheSameRequestsWhateverItsPartitionsBesideItsObjects() throws IOException {
        JsonNode ofMany = run("--input", QUAKES.toString()).json();
        Path one = folder.resolve("one.ndjson");
        Files.writeString(one, Files.readAllLines(QUAKES).getFirst());
        JsonNode ofOne = Cli.run("run", "--config", CONFIG.toString(), "--input", one.toString(), "--out",
                folder.resolve("out-of-one").toString(), "--json").json();
        assertEquals(1, ofOne.path("objects").asInt());
        assertTrue(ofMany.path("objects").asInt() > 70);
        assertEquals(putsBesideObjects(ofOne), putsBesideObjects(ofMany));
        assertEquals(2, ofMany.path("requests").path("s3List").asInt(),
                "a stream's first commit, and no other request");
        double writeUnits = ofMany.path("requests").path("dynamoDbWriteUnits").asDouble();
        assertTrue(writeUnits <= ofOne.path("requests").path("dynamoDbWriteUnits").asDouble() + 1,
                "a write unit for the entry");
    }

    private static int putsBesideObjects(JsonNode run) {
        return run.path("requests").path("s3Put").asInt() - run.path("objects").asInt();
    }

    @Test
    void recordsThatArePackedAreTakenApartAgain() throws IOException {
        Outcome outcome = run("--input", QUAKES.toString(), "--record-bytes", "20000");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(quakes(), Delivered.sorted(bucket()));
        assertEquals(1_707, outcome.json().path("recordsIn").asInt());
    }

    @Test
    void aReplayByArrivalTimeDeliversEveryRecordOnce() throws IOException {
        Path hours = folder.resolve("hours.ndjson");
        Files.write(hours, Files.readAllLines(QUAKES).subList(0, 12));
        Outcome outcome = run("--input", hours.toString(), "--arrival", ".properties.time");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(Files.readAllLines(hours).stream().sorted().toList(), Delivered.sorted(bucket()));
        assertTrue(outcome.json().path("objects").asInt() > outcome.json().path("partitions").asInt(),
                "several intervals, several objects a partition");
    }

    /// As `cp -r` and `aws s3 sync` put them there: one of the same name would take the place of good records.
    @Test
    void objectsOfARedriveMayBePutBesideThoseOfTheRun() throws IOException {
        Path input = folder.resolve("in.ndjson");
        Files.writeString(input, """
                {"properties":{"net":"none","time":1517363399650}}
                {"properties":{"time":1517363399650}}
                """);
        run("--input", input.toString(), "--max-rejected", "1");
        Path forgiving = folder.resolve("forgiving.json");
        Files.writeString(forgiving,
                Files.readString(CONFIG).replace(".properties.net", "(.properties.net//\\\"none\\\")"));
        Path other = folder.resolve("other.json");
        Files.writeString(other, Files.readString(forgiving).replace("//\\\"none\\\"", " // \\\"none\\\""));
        List<String> names = Stream.of(bucket(), redriven(forgiving), redriven(other)).flatMap(QuakesTest::delivered)
                .toList();
        assertEquals(3, names.size(), names::toString);
        assertEquals(3, Set.copyOf(names).size(), names::toString);
    }

    private Path redriven(Path configuration) {
        Path out = folder.resolve("by " + configuration.getFileName());
        Outcome outcome = Cli.run("redrive", "--config", configuration.toString(), "--input",
                bucket().resolve("errors").toString(), "--out", out.toString());
        assertEquals(0, outcome.status(), outcome.toString());
        return out.resolve("quakes");
    }

    private static Stream<String> delivered(Path bucket) {
        return Delivered.lines(bucket).keySet().stream().filter(key -> key.startsWith("net=none/"));
    }

    @Test
    void eachKindOfBadRecordIsOneErrorRecordWithItsBytes() throws IOException {
        String good = Files.readAllLines(QUAKES).getFirst();
        List<String> bad = List.of("no json", "{\"properties\":{\"time\":1}}",
                "{\"properties\":{\"net\":null,\"time\":1}}",
                "{\"properties\":{\"net\":\"\",\"time\":1}}", "{\"x\":\"" + "y".repeat(1_024_000) + "\"}");
        Path input = folder.resolve("bad.ndjson");
        Files.writeString(input, good + "\n" + String.join("\n", bad) + "\n" + good + "\n");
        Outcome outcome = run("--input", input.toString(), "--max-rejected", "5");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(2, outcome.json().path("recordsDelivered").asInt());
        assertEquals(5, outcome.json().path("recordsRejected").asInt());
        assertEquals(bad.stream().sorted().toList(), ErrorRecords.rawData(bucket().resolve("errors")));
    }

    @Test
    void aBrokenGzipDeliversTheMembersBeforeTheBreakAndKeepsTheRest() throws IOException {
        byte[] first = Gzip.of((String.join("\n", Files.readAllLines(QUAKES).subList(0, 600)) + "\n").getBytes(UTF_8));
        byte[] second = Gzip.of(Files.readAllBytes(QUAKES));
        byte[] broken = Arrays.copyOf(first, first.length + second.length / 2);
        System.arraycopy(second, 0, broken, first.length, second.length / 2);
        Path input = folder.resolve("quakes.gz");
        Files.write(input, broken);
        Outcome outcome = run("--input", input.toString());
        assertEquals(1, outcome.status(), outcome.err());
        assertFalse(outcome.err().contains("--resume"), outcome.err());
        int delivered = outcome.json().path("recordsDelivered").asInt();
        assertEquals(600, delivered, "records that a checksum proves");
        assertEquals(1, outcome.json().path("recordsRejected").asInt());
        assertTrue(outcome.err().contains(input + ": the file ends too early; the "), outcome.err());
        List<String> rest = ErrorRecords.rawData(bucket().resolve("errors"));
        assertTrue(new String(broken, UTF_8).endsWith(rest.getFirst().substring(rest.getFirst().length() / 2)));
    }

    @Test
    void aKeyThatIsNoFileNameIsDeliveredUnderAnEncodedOne() throws IOException {
        String good = Files.readAllLines(QUAKES).getFirst();
        Path input = folder.resolve("in.ndjson");
        Files.writeString(input, good + "\n" + good.replace("\"net\":\"uw\"", "\"net\":\"a//b\"") + "\n");
        Outcome outcome = run("--input", input.toString());
        assertEquals(0, outcome.status(), outcome.toString());
        assertEquals(2, outcome.json().path("recordsDelivered").asInt());
        assertTrue(Files.isDirectory(bucket().resolve("net=a/%%/b/date=2018-01-31")));
    }

    @Test
    void rejectedRecordsAreDeliveredByARedriveOnceTheirCauseIsGone() throws IOException {
        Path input = folder.resolve("in.ndjson");
        Files.writeString(input, "{\"properties\":{\"time\":1517363399650}}\n");
        assertEquals(1, run("--input", input.toString()).json().path("recordsRejected").asInt());
        Path forgiving = folder.resolve("forgiving.json");
        Files.writeString(forgiving,
                Files.readString(CONFIG).replace(".properties.net", "(.properties.net//\\\"none\\\")"));
        Path redriven = folder.resolve("redriven");
        Outcome outcome = Cli.run("redrive", "--config", forgiving.toString(), "--input",
                bucket().resolve("errors").toString(), "--out", redriven.toString(), "--json");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(Files.readAllLines(input), Delivered.sorted(redriven.resolve("quakes")));
        assertTrue(Delivered.lines(redriven.resolve("quakes")).keySet().iterator().next().startsWith("net=none/"));
    }
}
