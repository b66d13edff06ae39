package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.serve.Serve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.Record;

/// What jobs do to the objects of a folder, its Iceberg table follows.
@Tag("long")
final class IcebergLakeTest {
    private static final String INPUT = TableFolder.QUAKES.resolve("earthquakes.ndjson").toString();

    @TempDir
    private Path folder = Path.of("");
    private String config = "";
    private TableFolder table = new TableFolder(Path.of(""), "");

    @BeforeEach
    void run() throws IOException {
        folder = folder.toRealPath();
        table = new TableFolder(folder.resolve("out"), "quakes");
        ObjectNode configuration = TableFolder.configuration();
        configuration.withObject("/Sluice/Compaction").put("Prefix", "large/");
        configure(configuration);
        done("run", "--input", INPUT);
    }

    private void configure(ObjectNode configuration) throws IOException {
        config = Files.writeString(folder.resolve("stream.json"), configuration.toString()).toString();
    }

    private Outcome done(String command, String... more) {
        List<String> all = new ArrayList<>(List.of(command.split(" ")));
        all.addAll(List.of("--config", config, "--out", table.out().toString()));
        all.addAll(List.of(more));
        Outcome outcome = Cli.run(all.toArray(String[]::new));
        assertEquals(0, outcome.status(), outcome.err() + outcome.out());
        return outcome;
    }

    private void assertTable(long rows) throws IOException {
        assertEquals(table.objects(), table.files());
        assertEquals(rows, table.rows());
    }

    @Test
    void compactedObjectsAreInTheTableInPlaceOfTheSmallOnes() throws IOException {
        done("compact", "--keep-minutes", "0");
        assertTable(1_707);
        assertTrue(table.files().stream().allMatch(key -> key.startsWith("large/")), () -> config);
        done("verify", "--input", INPUT);
    }

    @Test
    void joinedObjectsThatStayAWhileAreNotInTheTableAndNotInOneThatIsMadeAgain() throws IOException {
        done("compact", "--keep-minutes", "60");
        List<String> large = table.objects().stream().filter(key -> key.startsWith("large/")).toList();
        assertTrue(large.size() < table.objects().size());
        assertEquals(large, table.files());
        Path moved = folder.resolve("moved");
        Files.move(table.out(), moved);
        table = new TableFolder(moved, "quakes");
        done("iceberg register");
        assertEquals(large, table.files());
        assertEquals(1_707, table.rows());
        done("compact", "--keep-minutes", "0");
        assertTable(1_707);
    }

    @Test
    void removedObjectsLeaveTheTableBeforeTheyAreDeleted() throws IOException {
        done("retention set", "--key", "net=ci", "--days", "2");
        done("retention run", "--now", "2018-02-08T00:00:00Z");
        long left = 1_707 - 336;
        assertEquals(table.objects(), table.files());
        assertEquals(left, table.rows());
    }

    @Test
    void anErasedKeyIsInNoSnapshotOfTheTable() throws IOException {
        done("erase", "--key", "net=ak");
        assertTable(1_410);
        assertEquals(List.of(), table.files().stream().filter(key -> key.startsWith("net=ak/")).toList());
        assertEquals(1, table.<Integer>read(each -> {
            List<Long> ids = new ArrayList<>();
            each.snapshots().forEach(snapshot -> ids.add(snapshot.snapshotId()));
            return ids.size();
        }));
    }

    @Test
    void aColumnThatIsAddedAndOneThatIsWidenedAreTheTables() throws IOException {
        ObjectNode configuration = TableFolder.configuration();
        ArrayNode columns = (ArrayNode) configuration.at("/Sluice/Table/Columns");
        columns.addObject().put("Name", "note").put("Type", "string");
        ObjectNode properties = (ObjectNode) columns.get(2);
        properties.put("Type", properties.path("Type").asText().replace("tz:int", "tz:bigint"));
        configure(configuration);
        String changes = "  columns   change with the next ./sluice iceberg register: ";
        Outcome status = done("iceberg status");
        assertTrue(status.out().contains(changes + "properties.tz is long in place of int, note is added\n"),
                status.out());
        assertEquals(2, done("iceberg status", "--json").json().path("columnChanges").size());
        done("iceberg register");
        assertFalse(done("iceberg status").out().contains(changes));
        assertTable(1_707);
        assertEquals(Type.TypeID.STRING, table.<Type.TypeID>read(each -> type(each, "note")));
        assertEquals(Type.TypeID.LONG, table.<Type.TypeID>read(each -> type(each, "properties.tz")));
    }

    private static Type.TypeID type(Table table, String column) {
        return table.schema().findType(column).typeId();
    }

    @Test
    void aServedStreamHasATableToo() throws Exception {
        TableFolder served = new TableFolder(folder.resolve("served"), "quakes");
        ObjectNode configuration = TableFolder.configuration();
        try (Serve serve = LocalServer.start(served.out(), configuration)) {
            put(serve);
            assertEquals(List.of(), serve.stop(Serve.AtEnd.DELIVER));
        }
        assertEquals(served.objects(), served.files());
        assertEquals(200, served.rows());
    }

    @Test
    void aServerThatIsDrainedSaysWhatItsTableDoesNotHave() throws Exception {
        table = new TableFolder(folder.resolve("served"), "quakes");
        Files.createDirectories(table.out());
        Path inTheWay = Files.createFile(table.out().resolve("iceberg"));
        configure(TableFolder.configuration());
        try (Serve serve = LocalServer.start(table.out(), TableFolder.configuration())) {
            put(serve);
            List<String> left = serve.stop(Serve.AtEnd.DELIVER);
            assertEquals(1, left.size(), left.toString());
            assertTrue(left.getFirst().startsWith("quakes: what landed can't be registered in the Iceberg table: The"
                    + " catalog ") && left.getFirst().endsWith(". ./sluice iceberg register makes that up"),
                    left.getFirst());
        }
        Files.delete(inTheWay);
        done("iceberg register");
        assertTable(200);
    }

    private static void put(Serve serve) throws IOException {
        try (FirehoseClient client = FirehoseClient.builder().endpointOverride(serve.uri()).region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build()) {
            List<Record> records = Files.readAllLines(Path.of(INPUT)).subList(0, 200).stream()
                    .map(line -> Record.builder().data(SdkBytes.fromUtf8String(line)).build()).toList();
            assertEquals(0, client.putRecordBatch(put -> put.deliveryStreamName("quakes").records(records))
                    .failedPutCount());
        }
    }
}
