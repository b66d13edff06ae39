package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server tells what landed of its streams, and until when they are complete.
final class LandedTest {
    @TempDir
    private Path out = Path.of("");

    private static void put(Served served, String record) {
        served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record(record)));
    }

    private static JsonNode stream(Served served) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(served.get("/_sluice/streams")).path(0);
    }

    private static void assertCounts(Served served, int landings, int records) throws Exception {
        String metrics = served.get("/metrics");
        assertTrue(metrics.contains("sluice_landings_total{stream=\"s\"} " + landings + "\n"), metrics);
        assertTrue(metrics.contains("sluice_landed_records_total{stream=\"s\"} " + records + "\n"), metrics);
        assertTrue(metrics.contains("sluice_completeness_lag_seconds{stream=\"s\"} "), metrics);
    }

    private List<Path> landings() throws IOException {
        Path landings = out.resolve(".sluice-serve/s3/sluice-staging/landings/s");
        if (!Files.isDirectory(landings)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(landings)) {
            return files.sorted().toList();
        }
    }

    private Path staged(String key) throws IOException {
        Path file = out.resolve(".sluice-serve/s3/sluice-staging").resolve(key);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "x");
    }

    @Test
    void whatLandedIsCountedAndShownSinceItsStartAndTheLastOfItOverARestart() throws Exception {
        Instant began = Instant.now();
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            assertCounts(served, 0, 0);
            put(served, "{\"k\":\"a\"}");
            put(served, "{\"k\":\"b\"}");
            put(served, "no JSON");
            served.post("/_sluice/flush");
            assertCounts(served, 1, 2);
            assertEquals(3, stream(served).path("landed").path("objects").asInt(), "error objects, too");
        }
        try (Served served = Served.on(out)) {
            served.post("/_sluice/flush");
            assertCounts(served, 0, 0);
            assertEquals(3, stream(served).path("landed").path("objects").asInt());
            put(served, "{\"k\":\"c\"}");
            served.post("/_sluice/flush");
            assertCounts(served, 1, 1);
            assertTrue(Instant.parse(stream(served).path("completeUntil").asText()).isAfter(began));
        }
    }

    @Test
    void aRecordThatWaitsHoldsTheCompletenessBack() throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            put(served, "{\"k\":\"a\"}");
            Instant acknowledged = Instant.now();
            Instant until = Instant.EPOCH;
            while (until.equals(Instant.EPOCH)) {
                until = Instant.parse(stream(served).path("completeUntil").asText("1970-01-01T00:00:00Z"));
            }
            assertTrue(!until.isAfter(acknowledged), until + " and " + acknowledged);
            served.post("/_sluice/flush");
            while (!Instant.parse(stream(served).path("completeUntil").asText()).isAfter(acknowledged)) {
                Thread.onSpinWait();
            }
        }
    }

    /// Another stream of the name counts its versions from one.
    @Test
    void aDeletedStreamLeavesNoLandingsToAnotherOfItsName() throws Exception {
        try (Served served = Served.on(out)) {
            for (int round = 0; round < 2; round++) {
                served.createByKey("s", "data");
                put(served, "{\"k\":\"" + round + "\"}");
                assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
                assertEquals(1, landings().size());
                assertCounts(served, 1, 1);
                Path lake = staged("landings/s!lake/0000000000000000001");
                Path others = staged("landings/s2/0000000000000000001");
                served.client.deleteDeliveryStream(each -> each.deliveryStreamName("s"));
                while (!served.client.listDeliveryStreams().deliveryStreamNames().isEmpty()) {
                    Thread.onSpinWait();
                }
                assertEquals(List.of(), landings());
                assertFalse(Files.exists(lake), "what was told of its lake");
                assertTrue(Files.exists(others));
            }
            assertEquals(List.of(), served.warnings);
        }
    }

    /// By the manifest, which is there as long as it is the last.
    @Test
    void aDamagedLastLandingIsMadeAgain() throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            put(served, "{\"k\":\"a\"}");
            served.post("/_sluice/flush");
        }
        Path last = landings().getLast();
        byte[] whole = Files.readAllBytes(last);
        Files.write(last, new byte[]{1});
        try (Served served = Served.on(out)) {
            put(served, "{\"k\":\"b\"}");
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(2, served.lines("data").size());
        }
        assertArrayEquals(whole, Files.readAllBytes(last));
    }
}
