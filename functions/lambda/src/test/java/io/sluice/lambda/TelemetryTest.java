package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.objects.StoreException;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class TelemetryTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVENT = """
            {"records":[
              {"recordId":"1","approximateArrivalTimestamp":1767268740000,"data":"eyJrIjoiYSJ9"},
              {"recordId":"2","approximateArrivalTimestamp":1767268740000,"data":"c2VjcmV0"}]}""";

    private final StreamInMemory stream;

    TelemetryTest() throws IOException {
        stream = new StreamInMemory(ConformanceCase.resource("stream.json"));
    }

    @Test
    void aBatchIsAMetricLineAndALogLine() throws IOException {
        stream.transform(EVENT.getBytes(UTF_8));
        assertEquals(2, stream.lines.size());
        JsonNode metrics = JSON.readTree(stream.lines.getFirst());
        assertEquals("orders", metrics.get("DeliveryStreamName").asText());
        assertEquals(1, metrics.get("RecordsRejected").asInt());
        assertEquals(1, metrics.get("SucceedProcessing.Records").asInt());
        JsonNode log = JSON.readTree(stream.lines.getLast());
        assertEquals("batch-staged", log.get("event").asText());
        assertEquals(List.of(2, 1, 0, 2), List.of(log.get("records").asInt(), log.get("rejected").asInt(),
                log.get("dropped").asInt(), log.get("partitions").asInt()));
    }

    @Test
    void aBatchInDeliveryFirehoseIsAMetricLine() throws IOException {
        ObjectNode configuration = (ObjectNode) ConformanceCase.resource("stream.json").deepCopy();
        ((ObjectNode) configuration.path("Sluice")).put("Delivery", "firehose");
        StreamInMemory keys = new StreamInMemory(configuration);
        keys.transform(EVENT.getBytes(UTF_8));
        assertEquals(1, keys.lines.size());
        JsonNode metrics = JSON.readTree(keys.lines.getFirst());
        assertEquals(List.of(1, 1), List.of(metrics.get("RecordsRejected").asInt(),
                metrics.get("SucceedProcessing.Records").asInt()));
    }

    /// What is measured is paid for by the piece and hour.
    @Test
    void aBusyHourHasTheMetricsThatThePageOfPlanCounts() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "how-to", "plan.md"));
        for (String observability : List.of("full", "minimal")) {
            ObjectNode configuration = (ObjectNode) ConformanceCase.resource("stream.json").deepCopy();
            ((ObjectNode) configuration.path("Sluice")).put("Observability", observability);
            StreamInMemory busy = new StreamInMemory(configuration);
            busy.transform(EVENT.getBytes(UTF_8));
            busy.drain();
            Set<String> names = new TreeSet<>();
            for (String line : busy.lines) {
                JSON.readTree(line).at("/_aws/CloudWatchMetrics/0/Metrics")
                        .forEach(metric -> names.add(metric.path("Name").asText()));
            }
            assertTrue(page.contains("`%s` has %d metrics".formatted(observability, names.size())), names::toString);
        }
    }

    @Test
    void linesCarryNoPayload() throws IOException {
        stream.transform(EVENT.getBytes(UTF_8));
        stream.drain();
        assertFalse(stream.lines.isEmpty(), "nothing is told");
        for (String line : stream.lines) {
            assertFalse(line.contains("secret") || line.contains("c2VjcmV0"), line);
        }
    }

    @Test
    void freshnessIsTheAgeOfTheOldestRecordThatWaits() throws IOException {
        stream.transform(EVENT.getBytes(UTF_8));
        stream.lines.clear();
        stream.now = StreamInMemory.NOON.minus(Duration.ofSeconds(50));
        stream.flush("{}");
        JsonNode metrics = JSON.readTree(stream.lines.getFirst());
        assertEquals(10, metrics.get("DeliveryToS3.DataFreshness").asDouble());
        JsonNode log = JSON.readTree(stream.lines.getLast());
        assertEquals(List.of(2, 10), List.of(log.get("recordsPending").asInt(),
                log.get("oldestEntryAgeSeconds").asInt()));
    }

    @Test
    void aRunThatDeliversSaysWhatAndTheNextOneSaysNothing() throws IOException {
        stream.transform(EVENT.getBytes(UTF_8));
        stream.lines.clear();
        stream.drain();
        JsonNode metrics = JSON.readTree(stream.lines.getFirst());
        assertEquals(2, metrics.get("DeliveryToS3.ObjectCount").asInt());
        assertFalse(metrics.has("DeliveriesFailed"), "nothing failed");
        assertEquals(0, metrics.get("DeliveryToS3.DataFreshness").asDouble());
        assertEquals(0, JSON.readTree(stream.lines.getLast()).get("recordsPending").asInt(-1));
        stream.lines.clear();
        stream.flush("{}");
        assertEquals(List.of(), stream.lines);
    }

    @Test
    void aSweepSaysHowFarItCameAndOneThatIsNotDueSaysNothing() throws IOException {
        stream.transform(EVENT.getBytes(UTF_8));
        stream.drain();
        stream.lines.clear();
        assertTrue(stream.flush("{\"sweep\":\"when due\"}").path("complete").asBoolean());
        assertEquals(0, JSON.readTree(stream.lines.getFirst()).path("SweepsUnfinished").asInt(-1));
        JsonNode log = JSON.readTree(stream.lines.getLast());
        assertEquals(List.of("swept", "0", "1"), List.of(log.path("event").asText(),
                log.path("segmentsRemoved").asText(), log.path("complete").asText()));
        stream.lines.clear();
        assertEquals("{\"nothingIsDue\":true}", stream.flush("{\"sweep\":\"when due\"}").toString());
        assertEquals(List.of(), stream.lines);
    }

    @Test
    void aSweepThatFailsOrHasNoTimeIsCounted() throws IOException {
        stream.ports.entries.lose();
        assertThrows(StoreException.class, () -> stream.flush("{\"sweep\":true}"));
        assertEquals(1, JSON.readTree(stream.lines.getLast()).path("SweepsUnfinished").asInt());
        stream.ports.entries.replace();
        stream.lines.clear();
        stream.remaining = Duration.ofSeconds(20);
        assertFalse(stream.flush("{\"sweep\":true}").path("complete").asBoolean(true));
        assertEquals(1, JSON.readTree(stream.lines.getFirst()).path("SweepsUnfinished").asInt());
        assertEquals("0", JSON.readTree(stream.lines.getLast()).path("complete").asText());
    }

    @Test
    void aRetentionThatHadNoTimeForAllIsCounted() throws IOException {
        ObjectNode configuration = (ObjectNode) ConformanceCase.resource("stream.json").deepCopy();
        ((ObjectNode) configuration.path("Sluice")).putObject("Retention").put("Days", 1);
        StreamInMemory kept = new StreamInMemory(configuration);
        for (int failed : List.of(1, 0)) {
            kept.lines.clear();
            Duration left = Duration.ofMinutes(failed == 1 ? 0 : 5);
            assertEquals(failed == 0,
                    kept.stream.lake().retain(RemovalMode.REMOVE, Optional.empty(), () -> left).complete());
            assertEquals(failed, JSON.readTree(kept.lines.getFirst()).path("RemovalsFailed").asInt(-1));
        }
    }

    /// An alarm counts the runs of the daily removal by what they tell of failures.
    @Test
    void anErasureIsNoRunOfTheRetention() throws IOException {
        stream.stream.lake().erase(new KeyValue("k", "a"), Optional.empty(), RemovalMode.REMOVE, Deadline.NONE);
        assertTrue(stream.lines.stream().noneMatch(line -> line.contains("\"RemovalsFailed\"")),
                stream.lines::toString);
    }

    @Test
    void everyLineIsOneJsonObject() throws IOException {
        stream.transform(EVENT.getBytes(UTF_8));
        stream.drain();
        assertFalse(stream.lines.isEmpty(), "nothing is told");
        for (String line : stream.lines) {
            assertFalse(line.contains("\n"), line);
            assertTrue(JSON.readTree(line).isObject(), line);
        }
    }
}
