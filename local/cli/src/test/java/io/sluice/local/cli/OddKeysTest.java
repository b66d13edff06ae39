package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keys that S3 takes and no file system does, from the records to every command that reads their objects.
final class OddKeysTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");

    @TempDir
    private Path folder = Path.of("");

    private Outcome sluice(String command, String config, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", folder.resolve(config).toString(),
                "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private void succeeds(String command, String config, String... more) {
        Outcome outcome = sluice(command, config, more);
        assertEquals(0, outcome.status(), command + ": " + outcome);
    }

    private void write(String config, String text, String prefix) throws IOException {
        ObjectNode stream = (ObjectNode) JSON.readTree(text);
        ((ObjectNode) stream.path("ExtendedS3DestinationConfiguration")).put("Prefix", prefix);
        Files.write(folder.resolve(config), JSON.writeValueAsBytes(stream));
    }

    private Set<String> prefixes() throws IOException {
        Path bucket = folder.resolve("out/quakes");
        try (Stream<Path> tree = Files.walk(bucket)) {
            Set<String> prefixes = new TreeSet<>();
            tree.filter(Files::isRegularFile).map(file -> FileNames.key(bucket, file).orElseThrow())
                    .forEach(key -> prefixes.add(
                            key.substring(0, key.lastIndexOf("quakes-1-") < 0 ? 0 : key.lastIndexOf("quakes-1-"))));
            return prefixes;
        }
    }

    private String input(List<String> lines) throws IOException {
        return Files.write(folder.resolve("input.ndjson"), lines).toString();
    }

    @Test
    void recordsOfSuchKeysAreDeliveredAndVerified() throws IOException {
        String long1 = "n".repeat(300);
        String long2 = "é".repeat(140);
        List<String> values = List.of("a", "a/", "/a", "x//y", "x", long1, long2, "%%", "%41", "A", "//");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (String value : values) {
                lines.add(JSON.writeValueAsString(Map.of("properties", Map.of("net", value, "time", 1_517_443_200_000L
                        + i))));
            }
        }
        write("stream.json", Files.readString(EVENTS.resolve("stream.json")).replace(
                ",date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))", ""),
                "/lead/!{partitionKeyFromQuery:net}/");
        String input = input(lines);
        succeeds("run", "stream.json", "--input", input);
        Set<String> expected = new TreeSet<>();
        values.forEach(value -> expected.add("/lead/" + value + "/"));
        assertEquals(expected, prefixes());
        succeeds("verify", "stream.json", "--input", input);
    }

    /// An object's own name is a folder of another one's key.
    @Test
    void anObjectBesideAFolderOfItsNameIsDelivered() throws IOException {
        write("stream.json", Files.readString(EVENTS.resolve("stream.json")).replace(
                ",date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))", ""), "p!{partitionKeyFromQuery:net}");
        String first = input(List.of("{\"properties\":{\"net\":\"x\",\"time\":1}}"));
        succeeds("run", "stream.json", "--input", first);
        String object;
        try (Stream<Path> files = Files.list(folder.resolve("out/quakes"))) {
            object = files.findFirst().orElseThrow().getFileName().toString();
        }
        Files.move(folder.resolve("out"), folder.resolve("first"));
        String both = input(List.of("{\"properties\":{\"net\":\"" + object.substring(1) + "/\",\"time\":1}}"));
        succeeds("run", "stream.json", "--input", both);
        assertTrue(Files.isDirectory(folder.resolve("out/quakes").resolve(object)), object);
        succeeds("verify", "stream.json", "--input", both);
    }

    @Test
    void daysUnderSuchAPrefixAreCompactedAndRepartitionedAndVerified() throws IOException {
        String stream = Files.readString(EVENTS.resolve("stream.json"));
        write("stream.json", stream.replace("\"Sluice\": {",
                "\"Sluice\": {\"Compaction\":{\"Prefix\":\"large/\"},"),
                "/lead//net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:date}/");
        String input = input(Files.readAllLines(SmallQuakes.FILE).subList(0, 100));
        succeeds("run", "stream.json", "--input", input);
        succeeds("verify", "stream.json", "--input", input);
        succeeds("compact", "stream.json", "--keep-minutes", "60");
        succeeds("verify", "stream.json", "--input", input);
        succeeds("compact", "stream.json", "--keep-minutes", "0");
        succeeds("verify", "stream.json", "--input", input);
        assertTrue(prefixes().stream().filter(prefix -> !prefix.isEmpty())
                .allMatch(prefix -> prefix.startsWith("large/")), prefixes().toString());
        succeeds("erase", "stream.json", "--key", "net=ak");
        assertTrue(prefixes().stream().noneMatch(prefix -> prefix.contains("net=ak")), prefixes().toString());
    }

    @Test
    void aSourceUnderSuchAPrefixIsRepartitionedIntoOne() throws IOException {
        String stream = Files.readString(EVENTS.resolve("stream.json"));
        write("by-date.json", stream.replace("{net:.properties.net,date:", "{date:").replace("\"quakes\",",
                "\"quakes-streamed\","), "raw//date=!{partitionKeyFromQuery:date}//");
        write("stream.json", stream, "/lead//net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:date}/");
        String input = input(Files.readAllLines(SmallQuakes.FILE).subList(0, 100));
        succeeds("run", "by-date.json", "--input", input);
        succeeds("repartition", "stream.json", "--from", "raw//");
        succeeds("verify", "stream.json", "--input", input);
        succeeds("repartition", "stream.json", "--from", "raw//", "--remove-source");
        succeeds("verify", "stream.json", "--input", input);
    }
}
