package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.IndexTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// `landed` and `complete` of a deployed stream: each object of all lanes is told once, and until when none waits.
@Tag("long")
final class DeployedLandingsTest {
    private static final int BATCHES = 12;
    private static final String DRAIN = "{\"drain\":true}";

    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private DeployedStream stream;
    private long arrival;

    /// The lag of the source is none.
    @BeforeEach
    void start() throws IOException {
        stream = DeployedStream.in(folder);
        Files.writeString(stream.config(), CutShortRun.CONFIGURATION.replace("{\"Delivery\":\"buffer\"}",
                "{\"Delivery\":\"buffer\",\"Lanes\":3,\"Landing\":{\"SourceLagInSeconds\":0}}"));
        stream.beginLanes();
        arrival = System.currentTimeMillis() - 600_000;
    }

    @AfterEach
    void stop() {
        stream.close();
    }

    /// Two records each, one of which is no JSON in every third batch.
    private void stageAll() throws IOException {
        for (int i = 0; i < BATCHES; i++) {
            stream.stage("batch" + i, arrival + i, "{\"k\":\"" + "ab".charAt(i % 2) + "\",\"n\":" + i + "}",
                    i % 3 == 0 ? "broken" : "{\"k\":\"c\",\"n\":" + i + "}");
        }
    }

    private void drain() {
        Outcome drained = stream.sluice("flush", "--event", DRAIN);
        assertEquals(0, drained.status(), drained.toString());
    }

    private void deliverAll() throws IOException {
        stageAll();
        drain();
    }

    private List<JsonNode> landed() throws IOException {
        Outcome landed = stream.sluice("landed", "--json");
        assertEquals(0, landed.status(), landed.toString());
        List<JsonNode> documents = new ArrayList<>();
        for (String line : landed.out().lines().toList()) {
            JsonNode document = new ObjectMapper().readTree(line);
            JsonSchema.requireOf("landed", document);
            documents.add(document);
        }
        return documents;
    }

    private JsonNode complete() throws IOException {
        Outcome complete = stream.sluice("complete", "--json");
        JsonSchema.requireOf("complete", complete.json());
        assertEquals(complete.json().path("state").asText().equals("known") ? 0 : 1, complete.status());
        return complete.json();
    }

    /// The files of a folder of the staging bucket, in the order of their keys.
    private List<Path> staged(String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("work/s3"))) {
            return files.filter(Files::isRegularFile).filter(file -> file.toString().contains("/" + prefix))
                    .sorted().toList();
        }
    }

    private static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    private void loseTheTable() {
        try (DynamoDbClient client = stream.services().dynamoDbClient()) {
            client.deleteTable(delete -> delete.tableName(EmbeddedServices.INDEX_TABLE));
            IndexTable.create(client, EmbeddedServices.INDEX_TABLE);
        }
    }

    @Test
    void eachObjectOfAllLanesIsToldOnceAsItIs() throws IOException {
        deliverAll();
        List<JsonNode> documents = landed();
        Map<String, Long> told = new TreeMap<>();
        long records = 0;
        for (JsonNode document : documents) {
            for (JsonNode object : document.path("objects")) {
                assertEquals(null, told.put(object.path("key").asText(), object.path("bytes").asLong()));
                records += object.path("records").asLong();
            }
        }
        Path bucket = folder.resolve("out/data");
        try (Stream<Path> files = Files.walk(bucket)) {
            assertEquals(files.filter(Files::isRegularFile).collect(Collectors.toMap(
                    file -> bucket.relativize(file).toString(), file -> file.toFile().length())), told);
        }
        assertEquals(2 * BATCHES, records);
        assertTrue(documents.stream().map(each -> each.path("buffer").asText()).distinct().count() > 1,
                documents::toString);
        assertEquals(documents, landed(), "read again it is the same, under the same ids");
        assertEquals(documents.size(), documents.stream().map(each -> each.path("id").asText()).distinct().count());
    }

    @Test
    void whatIsStagedInAnyLaneHoldsBackUntilALandingTellsOfIt() throws IOException {
        stageAll();
        JsonNode waits = complete();
        assertEquals(Instant.ofEpochMilli(arrival).toString(), waits.path("completeUntil").asText());
        assertEquals("staged", waits.path("heldBackBy").path("stage").asText());
        long before = System.currentTimeMillis();
        drain();
        JsonNode told = complete();
        assertFalse(told.has("heldBackBy"), told.toString());
        assertTrue(Instant.parse(told.path("completeUntil").asText()).toEpochMilli() >= before, told.toString());
        stream.stage("late", arrival, "{\"k\":\"a\",\"n\":1}");
        assertEquals(Instant.ofEpochMilli(arrival).toString(), complete().path("completeUntil").asText(),
                "what comes later than was declared is told too");
    }

    @Test
    void aDamagedLandingIsNamedAndNothingIsKnownWhereItIsTheLast() throws IOException {
        deliverAll();
        List<Path> landings = staged("landings/");
        for (Path landing : landings) {
            damage(landing);
        }
        Outcome landed = stream.sluice("landed");
        assertEquals(1, landed.status(), landed.toString());
        assertTrue(landed.err().contains("landings/s"), landed.err());
        JsonNode complete = complete();
        assertEquals("unknown", complete.path("state").asText(), complete.toString());
        assertTrue(complete.path("reasons").toString().contains("landings/s"), complete.toString());
    }

    @Test
    void afterALandingThatIsGoneTheReaderIsToldAndGoesOn() throws IOException {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < BATCHES; i++) {
                stream.stage("round" + round + "batch" + i, arrival, "{\"k\":\"a\",\"n\":" + i + "}");
            }
            drain();
        }
        List<Path> ofLaneZero = staged("landings/s/");
        Files.delete(ofLaneZero.get(1));
        Outcome landed = stream.sluice("landed", "--json");
        assertEquals(1, landed.status(), landed.toString());
        assertEquals(1, landed.out().lines().filter(line -> line.contains("\"missing\"")).count(), landed.out());
        assertEquals("known", complete().path("state").asText(), "what is told no more is not what waits");
    }

    @Test
    void aLostTableMakesNothingKnownAndIsRecoveredWithTheSameLandings() throws IOException {
        deliverAll();
        List<JsonNode> before = landed();
        loseTheTable();
        JsonNode lost = complete();
        assertEquals("unknown", lost.path("state").asText(), lost.toString());
        Outcome landed = stream.sluice("landed", "--json");
        assertEquals(1, landed.status(), landed.toString());
        assertTrue(landed.err().contains("lost"), landed.err());
        Outcome recovered = stream.sluice("flush", "--event", "{\"recover\":\"at once\"}");
        assertEquals(0, recovered.status(), recovered.toString());
        drain();
        assertEquals(before, landed());
        assertEquals("known", complete().path("state").asText());
    }
}
