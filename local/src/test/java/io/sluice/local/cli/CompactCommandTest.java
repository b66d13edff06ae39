package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sample, in many small objects of a stream, is compacted.
final class CompactCommandTest {
    private static final Path QUAKES = Path.of("..", "events", "quakes");

    @TempDir
    private Path folder = Path.of("");
    private String config = "";
    private long delivered;

    private Path bucket() {
        return folder.resolve("out").resolve("quakes");
    }

    /// As a stream with short intervals leaves it: objects of two records.
    @BeforeEach
    void deliver() throws IOException {
        config = configuration("\"Compaction\":{\"Prefix\":\"large/\"},");
        Map<String, List<String>> partitions = new TreeMap<>();
        for (String line : Files.readAllLines(QUAKES.resolve("earthquakes.ndjson"))) {
            JsonNode properties = new ObjectMapper().readTree(line).path("properties");
            String day = Instant.ofEpochMilli(properties.path("time").asLong()).toString().substring(0, 10);
            partitions.computeIfAbsent("net=" + properties.path("net").asText() + "/date=" + day,
                    _ -> new ArrayList<>()).add(line);
        }
        for (var partition : partitions.entrySet()) {
            Path target = Files.createDirectories(bucket().resolve(partition.getKey()));
            String day = partition.getKey().substring(partition.getKey().length() - 10);
            List<String> lines = partition.getValue();
            for (int from = 0; from < lines.size(); from += 2, delivered++) {
                Path object = target.resolve("quakes-1-" + day + "-00-00-00-"
                        + new UUID(0x8000L | delivered << 16, 1L << 63) + ".gz");
                try (var out = new GZIPOutputStream(Files.newOutputStream(object))) {
                    for (String line : lines.subList(from, Math.min(from + 2, lines.size()))) {
                        out.write((line + "\n").getBytes(UTF_8));
                    }
                }
            }
        }
        assertTrue(delivered > 850, "objects: " + delivered);
    }

    private String configuration(String compaction) throws IOException {
        String text = Files.readString(QUAKES.resolve("stream.json")).replace("\"Sluice\": {",
                "\"Sluice\": {" + compaction);
        return Files.writeString(folder.resolve("stream.json"), text).toString();
    }

    private Outcome compact(String... more) {
        String[] arguments = new String[more.length + 5];
        System.arraycopy(new String[]{"compact", "--config", config, "--out", folder.resolve("out").toString()}, 0,
                arguments, 0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Cli.run(arguments);
    }

    @Test
    void everyRecordIsInOneObjectAPartitionAndNoneInItsSource() throws IOException {
        Outcome listed = compact("--dry-run", "--json");
        assertEquals(0, listed.status(), listed.toString());
        JsonSchema.requireOf("compact", listed.json());
        assertEquals(delivered, listed.json().path("sourceObjects").asInt(), listed.toString());
        Outcome compacted = compact("--keep-minutes", "0", "--json");
        assertEquals(0, compacted.status(), compacted.toString());
        JsonSchema.requireOf("compact", compacted.json());
        assertEquals(delivered, compacted.json().path("sourceObjects").asInt());
        assertEquals(delivered, compacted.json().path("removed").asInt());
        assertEquals(78, compacted.json().path("objects").asInt());
        assertEquals(78,
                Delivered.lines(bucket()).keySet().stream().filter(key -> key.startsWith("large/net=")).count());
        assertEquals(Files.readAllLines(QUAKES.resolve("earthquakes.ndjson")).stream().sorted().toList(),
                Delivered.sorted(bucket().resolve("large")));
        assertEquals(List.of(), Delivered.lines(bucket()).keySet().stream().filter(key -> key.startsWith("net="))
                .toList());
        Outcome again = compact("--json");
        assertEquals(0, again.status(), again.toString());
        assertEquals(0, again.json().path("days").size(), again.toString());
    }

    @Test
    void theSourceStaysAsLongAsTheConfigurationSays() throws IOException {
        Outcome compacted = compact();
        assertEquals(0, compacted.status(), compacted.toString());
        assertTrue(compacted.out().contains("compacted, source to be removed from "), compacted.toString());
        assertTrue(Delivered.sorted(bucket().resolve("net=ci")).size() > 300);
        String view = Files.readString(bucket().resolve("views/quakes_all.sql"));
        assertTrue(view.contains("regexp_like(\"$path\", '-C(1)(\\.[^/A-Z]*)?$')"), view);
    }

    @Test
    void whatIsCompactedIsNotTakenForMisplaced() {
        assertEquals(0, compact().status());
        Outcome refused = Cli.run("verify", "--config", config, "--out", folder.resolve("out").toString(), "--input",
                QUAKES.resolve("earthquakes.ndjson").toString());
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().contains("holds compacted objects"), refused.err());
    }

    @Test
    void aConfigurationWithoutItIsRefused() throws IOException {
        config = configuration("");
        Outcome refused = compact();
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().contains("has no Sluice.Compaction"), refused.err());
    }
}
