package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What error objects hold, told readably.
final class ErrorsCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] BINARY = {(byte) 0xFF, 0, 1};

    @TempDir
    private Path folder = Path.of("");

    private static String line(byte[] data, String message, long arrival) {
        return "{\"rawData\":\"" + Base64.getEncoder().encodeToString(data) + "\",\"errorCode\":\"A.Code\","
                + "\"errorMessage\":\"" + message + "\",\"attemptsMade\":1,\"arrivalTimestamp\":" + arrival
                + ",\"attemptEndingTimestamp\":" + (arrival + 5) + "}\n";
    }

    private Path object(String name) throws IOException {
        return Files.writeString(folder.resolve(name),
                line("{\"a\":\"ä\"}".getBytes(UTF_8), "Null key", 1_700_000_000_000L)
                        + line(BINARY, "Not JSON", 1_700_000_001_000L));
    }

    private static List<JsonNode> lines(Outcome outcome) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : outcome.out().lines().toList()) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new HashSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /// A user's collection of error objects: of the first entry alone all would balance.
    @Test
    void anArchiveOfSeveralEntriesIsRefused() throws IOException {
        Path archive = folder.resolve("both.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (String name : List.of("one", "two")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(line("{}".getBytes(UTF_8), name, 1_700_000_000_000L).getBytes(UTF_8));
            }
        }
        Outcome outcome = Cli.run("errors", archive.toString());
        assertEquals(1, outcome.status(), outcome.out());
        assertTrue(outcome.err().contains("several entries"), outcome.err());
    }

    @Test
    void eachRecordIsALineWithItsDataReadable() throws IOException {
        Path object = object("errors");
        Outcome outcome = Cli.run("errors", object.toString());
        assertEquals(0, outcome.status(), outcome.err());
        List<JsonNode> lines = lines(outcome);
        assertEquals(2, lines.size());
        assertEquals("""
                {"object":"%s","line":1,"errorCode":"A.Code","errorMessage":"Null key",\
                "arrival":"2023-11-14T22:13:20Z","attemptEnding":"2023-11-14T22:13:20.005Z","attempts":1,\
                "encoding":"utf-8","data":"{\\"a\\":\\"ä\\"}"}""".formatted(object), lines.get(0).toString());
        assertEquals("base64", lines.get(1).path("encoding").asText());
        assertEquals(Base64.getEncoder().encodeToString(BINARY), lines.get(1).path("data").asText());
        assertEquals(Set.of("object", "line", "errorCode", "errorMessage", "arrival", "attemptEnding", "attempts",
                "encoding", "data"), names(lines.get(1)));
    }

    @Test
    void theyAreJsonWithTheOptionAndWithout() throws IOException {
        String object = object("errors").toString();
        assertEquals(Cli.run("errors", object), Cli.run("errors", "--json", object));
    }

    @Test
    void theyAreFilteredByReasonTextAndTime() throws IOException {
        String object = object("errors").toString();
        assertEquals(2, lines(Cli.run("errors", object, "--reason", "a.code")).size());
        assertEquals(1, lines(Cli.run("errors", object, "--reason", "not json")).size());
        assertEquals(1, lines(Cli.run("errors", object, "--text", "ä")).size());
        assertEquals(1, lines(Cli.run("errors", object, "--since", "2023-11-14T22:13:21Z")).size());
        assertEquals(1, lines(Cli.run("errors", object, "--until", "2023-11-14T22:13:21Z")).size());
        assertEquals(2, lines(Cli.run("errors", object, "--since", "2023-11-14T23:13:20+01:00")).size());
        Outcome none = Cli.run("errors", object, "--text", "nowhere", "--reason", "null");
        assertEquals(1, none.status());
        assertTrue(none.err().contains("None of the 2 error records is as asked for"), none.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNCOMPRESSED", "GZIP", "ZIP", "Snappy", "HADOOP_SNAPPY", "ZSTD"})
    void whatSluiceWritesIsReadInEveryCompression(String compression) throws IOException {
        Path config = folder.resolve("stream.json");
        ObjectNode stream;
        try (InputStream keyed = ErrorsCommandTest.class.getResourceAsStream("keyed.json")) {
            stream = (ObjectNode) JSON.readTree(Objects.requireNonNull(keyed));
        }
        stream.withObject(compression.equals("ZSTD") ? "/Sluice" : "/ExtendedS3DestinationConfiguration")
                .put("CompressionFormat", compression);
        Files.writeString(config, stream.toString());
        Path input = folder.resolve("in.ndjson");
        String bad = "{\"net\":\"" + "x".repeat(300_000) + "\"}";
        Files.writeString(input, (bad + "\nno json\n").repeat(3) + "{\"net\":\"a\",\"place\":{\"day\":\"1\"}}");
        assertEquals(0, Cli.run("run", "--config", config.toString(), "--input", input.toString(), "--out",
                folder.resolve("out").toString(), "--max-rejected", "6").status());
        Outcome outcome = Cli.run("errors", folder.resolve("out/keyed/errors").toString(), "--config",
                config.toString());
        assertEquals(0, outcome.status(), outcome.err());
        List<JsonNode> lines = lines(outcome);
        assertEquals(6, lines.size());
        assertEquals(3, lines.stream().filter(line -> line.path("data").asText().equals(bad)).count());
        assertEquals(3, lines.stream().filter(line -> line.path("keys").asText().equals("day is null")).count());
    }

    @Test
    void whatIsNoErrorObjectIsNamedAndTheOthersAreTold() throws IOException {
        object("1");
        Files.writeString(folder.resolve("2"), "{\"a\":1}\n");
        Files.writeString(folder.resolve("3"), line(BINARY, "x", 1) + "{\"rawData\":\"cut\n");
        Outcome outcome = Cli.run("errors", folder.toString());
        assertEquals(1, outcome.status());
        assertEquals(3, lines(outcome).size());
        assertTrue(outcome.err().contains(folder.resolve("2") + " is no error object: line 1: The line has no rawData"),
                outcome.err());
        assertTrue(outcome.err().contains(folder.resolve("3") + ": 1 line left out, the first 2: "), outcome.err());
    }

    @Test
    void ofADamagedObjectWhatIsWholeIsTold() throws IOException {
        Path whole = folder.resolve("whole.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            for (int i = 0; i < 20_000; i++) {
                out.write(line(("record " + i * 7919L).getBytes(UTF_8), "x", i).getBytes(UTF_8));
            }
        }
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length / 2));
        Outcome outcome = Cli.run("errors", cut.toString());
        assertEquals(1, outcome.status());
        assertTrue(outcome.err().contains(cut + " can't be read to its end"), outcome.err());
        assertTrue(lines(outcome).size() > 1_000, outcome.err());
    }

    @Test
    void standardInputIsReadToo() throws IOException {
        Outcome outcome = Cli.run(Files.readAllBytes(object("errors")), "errors", "-");
        assertEquals(List.of("standard input", "standard input"),
                lines(outcome).stream().map(line -> line.path("object").asText()).toList());
    }

    @Test
    void moreFilesThanCanBeNamedAreCounted() throws IOException {
        for (int i = 0; i < 15; i++) {
            Files.writeString(folder.resolve("f" + i), "{}\n");
        }
        Outcome outcome = Cli.run("errors", folder.toString());
        assertEquals(11, outcome.err().lines().count(), outcome.err());
        assertTrue(outcome.err().contains("… and 5 more"), outcome.err());
    }
}
