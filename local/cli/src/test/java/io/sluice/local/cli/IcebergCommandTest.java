package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Iceberg table of a run on this machine, and the commands on it.
final class IcebergCommandTest {
    private static final String INPUT = TableFolder.QUAKES.resolve("earthquakes.ndjson").toString();

    private static final Pattern OF_ICEBERG = Pattern
            .compile(" (org\\.apache\\.(iceberg|avro)|io\\.sluice\\.iceberg|org\\.sqlite)\\.");

    @TempDir
    private Path folder = Path.of("");
    private String config = "";
    private TableFolder table = new TableFolder(Path.of(""), "");

    @BeforeEach
    void configure() throws IOException {
        folder = folder.toRealPath();
        table = new TableFolder(folder.resolve("out"), "quakes");
        configure(TableFolder.configuration());
    }

    private void configure(ObjectNode configuration) throws IOException {
        config = Files.writeString(folder.resolve("stream.json"), configuration.toString()).toString();
    }

    private Outcome run(String... more) {
        return Cli.run(with(List.of("run", "--config", config, "--input", INPUT, "--out", table.out().toString()),
                more));
    }

    private Outcome iceberg(String command, String... more) {
        return Cli.run(with(List.of("iceberg", command, "--config", config, "--out", table.out().toString()), more));
    }

    private static String[] with(List<String> arguments, String... more) {
        return Stream.concat(arguments.stream(), Arrays.stream(more)).toArray(String[]::new);
    }

    private static void assertDone(Outcome outcome) {
        assertEquals(0, outcome.status(), outcome.err() + outcome.out());
    }

    @Test
    void whatARunDeliversIsItsTable() throws IOException {
        Outcome ran = run("--json");
        assertDone(ran);
        assertEquals(table.objects(), table.files());
        assertEquals(1_707, table.rows());
        assertEquals(table.objects().size(), ran.json().path("objects").asInt());
        assertDone(Cli.run("verify", "--config", config, "--out", table.out().toString(), "--input", INPUT));
        JsonNode status = iceberg("status", "--json").json();
        JsonSchema.requireOf("iceberg-status", status);
        assertEquals(table.files().size(), status.path("files").asInt(), status::toString);
        assertEquals(1_707, status.path("rows").asInt());
        assertEquals(status.at("/logs/quakes/last"), status.at("/logs/quakes/registered"));
        assertTrue(status.at("/logs/quakes/last").asLong() > 0, status::toString);
        String text = iceberg("status").out();
        assertTrue(text.contains("78 files with 1,707 rows, in 1 snapshot"), text);
        assertTrue(text.contains("waits     nothing"), text);
    }

    @Test
    void registeringAgainAddsNothing() throws IOException {
        assertDone(run());
        List<String> files = table.files();
        Outcome again = iceberg("register", "--json");
        assertDone(again);
        JsonSchema.requireOf("iceberg-register", again.json());
        assertEquals(0, again.json().path("commits").asInt());
        Outcome backfilled = iceberg("register", "--from", "", "--json");
        assertDone(backfilled);
        assertEquals(0, backfilled.json().path("added").asInt());
        assertEquals(files.size(), backfilled.json().path("known").asInt());
        assertEquals(files, table.files());
    }

    @Test
    void objectsOfBeforeTheLogAreRegisteredByTheirPrefix() throws IOException {
        configure(without(TableFolder.configuration()));
        assertDone(run());
        configure(TableFolder.configuration());
        assertTrue(iceberg("status").out().contains("nothing is registered yet"));
        Outcome some = iceberg("register", "--from", "net=a", "--json");
        assertDone(some);
        assertTrue(some.json().path("added").asInt() > 0, some.out());
        assertTrue(table.files().stream().allMatch(key -> key.startsWith("net=a")));
        Outcome all = iceberg("register", "--from", "net=", "--json");
        assertDone(all);
        assertEquals(some.json().path("added").asInt(), all.json().path("known").asInt());
        assertEquals(table.objects(), table.files());
    }

    private static ObjectNode without(ObjectNode configuration) {
        configuration.withObject("/Sluice").remove("Iceberg");
        configuration.withObject("/Sluice").put("KeyEncoding", "percent");
        return configuration;
    }

    @Test
    void aFolderThatWasMovedIsToldAndItsTableMadeAgain() throws IOException {
        assertDone(run());
        Path moved = folder.resolve("elsewhere");
        Files.move(table.out(), moved);
        table = new TableFolder(moved, "quakes");
        Outcome status = iceberg("status");
        assertEquals(2, status.status());
        assertTrue(status.err().contains("was moved since its table was made"), status.err());
        assertTrue(status.err().contains("./sluice iceberg register makes the table again"), status.err());
        assertDone(iceberg("register"));
        assertEquals(table.objects(), table.files());
        assertEquals(1_707, table.rows());
    }

    @Test
    void aNewRunInAnEmptiedFolderHasATableOfItsOwn() throws IOException {
        assertDone(run());
        Folders.delete(table.bucket());
        assertDone(run());
        assertEquals(table.objects(), table.files());
        assertEquals(1_707, table.rows());
    }

    @Test
    void olderSnapshotsAreRemovedAndTheDataStays() throws IOException {
        assertDone(run());
        assertDone(iceberg("register", "--from", ""));
        Outcome expired = iceberg("expire", "--older-than", "0m", "--json");
        assertDone(expired);
        JsonSchema.requireOf("iceberg-expire", expired.json());
        assertEquals(table.objects(), table.files());
        assertEquals(2, iceberg("expire", "--older-than", "1 day").status());
    }

    @Test
    void aCatalogThatIsAwayIsNamedAndDoesNotHoldUpTheRun() throws IOException {
        ObjectNode rest = TableFolder.configuration();
        rest.withObject("/Sluice/Iceberg/Catalog").put("Type", "rest").put("URI", "http://127.0.0.1:9/catalog");
        configure(rest);
        Outcome ran = run("--json");
        assertEquals(1, ran.status());
        assertEquals(1_707, ran.json().path("recordsDelivered").asInt());
        assertTrue(ran.err().contains("http://127.0.0.1:9/catalog can't be reached"), ran.err());
        assertTrue(ran.err().contains("./sluice iceberg register makes that up"), ran.err());
        assertEquals(1, iceberg("register").status());
        configure(TableFolder.configuration());
        assertDone(iceberg("register"));
        assertEquals(table.objects(), table.files());
    }

    @ParameterizedTest
    @ValueSource(strings = {"quakes", "others"})
    void anotherStreamsTableIsRefusedAndStays(String bucket) throws IOException {
        assertDone(run());
        List<String> files = table.files();
        ObjectNode other = TableFolder.configuration();
        other.put("DeliveryStreamName", "others");
        other.withObject("/ExtendedS3DestinationConfiguration").put("BucketARN", "arn:aws:s3:::" + bucket);
        other.withObject("/Sluice/Iceberg").put("Table", "sluice.quakes");
        configure(other);
        Files.createDirectories(table.out().resolve(bucket));
        for (Outcome refused : List.of(run(), iceberg("register"))) {
            assertTrue(refused.status() != 0, refused.err());
            assertTrue(refused.err().contains(bucket.equals("quakes") && refused.err().contains("has objects already")
                    ? "quakes"
                    : "sluice.quakes"), refused.err());
        }
        assertEquals(files, table.files());
    }

    @Test
    void aStreamWithoutATableSaysHowItGetsOne() throws IOException {
        configure(without(TableFolder.configuration()));
        assertDone(run());
        Outcome status = iceberg("status");
        assertEquals(2, status.status());
        assertTrue(status.err().contains("has no Iceberg table: set Sluice.Iceberg"), status.err());
        assertFalse(Files.exists(table.out().resolve("iceberg")));
    }

    @Test
    void aStreamWithoutATableLoadsNothingOfIceberg() throws Exception {
        String plain = TableFolder.QUAKES.resolve("parquet.json").toString();
        assertEquals(List.of(), loaded("check", plain));
        assertEquals(List.of(),
                loaded("run", "--config", plain, "--input", INPUT, "--out", table.out().toString()));
        assertFalse(loaded("iceberg", "register", "--config", config, "--out", table.out().toString()).isEmpty());
    }

    /// Classes of Iceberg, Avro and SQLite's driver that a process of a command loads.
    private List<String> loaded(String... command) throws Exception {
        Path log = folder.resolve("classes.log");
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xlog:class+load:file=" + log,
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        assertEquals(0, process.waitFor());
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> OF_ICEBERG.matcher(line).find()).toList();
        }
    }
}
