package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.parquet.ParquetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sample, in many small objects of a stream, is compacted.
final class CompactCommandTest {
    private static final Path QUAKES = Path.of("..", "..", "events", "quakes");

    @TempDir
    private Path folder = Path.of("");
    private String config = "";
    private long delivered;

    private Path bucket() {
        return folder.resolve("out").resolve("quakes");
    }

    @BeforeEach
    void deliver() throws IOException {
        config = configuration("\"Compaction\":{\"Prefix\":\"large/\"},");
        delivered = SmallQuakes.deliver(bucket());
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

    @Tag("long")
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
        assertTrue(compacted.json().at("/requests/s3Get").asInt() >= delivered, compacted.toString());
        assertTrue(compacted.json().at("/requests/s3Put").asInt() >= 78, compacted.toString());
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

    /// Jobs over one folder keep states of their own, and tell in one log; nobody is waited for there.
    @Tag("long")
    @Test
    void whatCompactionAndRetentionTookAwayIsToldByOneLog() throws IOException {
        config = configuration(
                "\"Compaction\":{\"Prefix\":\"large/\"},\"Landing\":{\"Events\":{\"Type\":\"eventbridge\"}},");
        assertEquals(0, compact("--keep-minutes", "0").status());
        List<JsonNode> replaced = changes();
        assertEquals(delivered, objects(replaced, "gone").size());
        assertEquals(Delivered.lines(bucket()).keySet().stream().filter(key -> key.startsWith("large/")).toList(),
                objects(replaced, "made").stream().sorted().toList());
        String out = folder.resolve("out").toString();
        assertEquals(0, Cli.run("retention", "set", "--config", config, "--out", out, "--key", "net=ak", "--days", "1")
                .status());
        Outcome removed = Cli.run("retention", "run", "--config", config, "--out", out, "--json");
        assertEquals(0, removed.status(), removed.toString());
        JsonSchema.requireOf("retention-run", removed.json());
        List<JsonNode> all = changes();
        List<String> gone = objects(all.subList(replaced.size(), all.size()), "gone");
        assertEquals(removed.json().path("objects").asInt(), gone.size());
        assertTrue(gone.stream().allMatch(key -> key.startsWith("large/net=ak/")), gone.toString());
        assertEquals(IntStream.rangeClosed(1, all.size()).boxed().toList(),
                all.stream().map(each -> each.path("version").asInt()).toList());
        assertEquals(all.size(), compactedAgain());
    }

    private int compactedAgain() throws IOException {
        assertEquals(0, compact("--keep-minutes", "0").status());
        return changes().size();
    }

    private List<JsonNode> changes() throws IOException {
        Outcome landed = Cli.run("landed", "--config", config, "--out", folder.resolve("out").toString(), "--json");
        assertEquals(0, landed.status(), landed.toString());
        List<JsonNode> changes = new ArrayList<>();
        for (String line : landed.out().lines().toList()) {
            JsonNode document = new ObjectMapper().readTree(line);
            JsonSchema.requireOf("landed", document);
            changes.add(document);
        }
        return changes;
    }

    private static List<String> objects(List<JsonNode> changes, String side) {
        return changes.stream().flatMap(each -> each.path("change").path(side).valueStream())
                .map(each -> each.path("key").asText()).toList();
    }

    @Tag("long")
    @Test
    void theSourceStaysAsLongAsTheConfigurationSays() throws IOException {
        Outcome compacted = compact();
        assertEquals(0, compacted.status(), compacted.toString());
        assertTrue(compacted.out().contains("compacted, source to be removed from "), compacted.toString());
        assertTrue(Delivered.sorted(bucket().resolve("net=ci")).size() > 300);
        String view = Files.readString(bucket().resolve("views/quakes_all.sql"));
        assertTrue(view.contains("regexp_like(\"$path\", '-C(1)(\\.[^/A-Z]*)?$')"), view);
    }

    @Tag("long")
    @Test
    void aStreamOfTextWithColumnsIsCompactedIntoParquetOfAllOfItsRecords() throws IOException {
        Outcome tables = Cli.run("tables", "--config", config, "--input",
                QUAKES.resolve("earthquakes.ndjson").toString(), "--json");
        String columns = tables.json().at("/tables/0/TableInput/StorageDescriptor/Columns").toString();
        config = configuration("\"Table\":{\"Columns\":" + columns
                + "},\"Compaction\":{\"Prefix\":\"large/\",\"Format\":\"Parquet\",\"SortBy\":[\"id\"]},");
        Outcome compacted = compact("--keep-minutes", "0", "--json");
        assertEquals(0, compacted.status(), compacted.toString());
        assertEquals(78, compacted.json().path("objects").asInt());
        assertEquals(delivered, compacted.json().path("removed").asInt());
        long rows = 0;
        try (var tree = Files.walk(bucket().resolve("large"))) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                assertTrue(file.toString().endsWith("-C1.parquet"), file.toString());
                rows += ParquetFiles.rows(file);
            }
        }
        assertEquals(1_707, rows);
    }

    @Test
    void aConfigurationWithoutItIsRefused() throws IOException {
        config = configuration("");
        Outcome refused = compact();
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().contains("has no Sluice.Compaction"), refused.err());
    }
}
