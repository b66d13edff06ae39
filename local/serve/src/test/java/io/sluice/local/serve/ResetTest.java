package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server as it was before the first test, for the next one.
final class ResetTest {
    @Test
    void nothingIsLeftOfStreamsAndObjectsAndNamesCanBeUsedAgain(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            for (int round = 0; round < 2; round++) {
                served.createByKey("s", "data");
                served.createByKey("gone", "other");
                served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
                served.client.putRecord(each -> each.deliveryStreamName("gone").record(Served.record("{\"k\":\"b\"}")));
                served.post("/_sluice/flush");
                assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), served.lines("data"));
                // Pending, and in the middle of a deletion.
                served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"c\"}")));
                served.client.deleteDeliveryStream(each -> each.deliveryStreamName("gone"));
                JsonNode answer = served.post("/_sluice/reset");
                assertEquals(200, answer.path("status").asInt(), answer.toString());
                assertEquals(List.of(), served.client.listDeliveryStreams().deliveryStreamNames());
                assertEquals(Map.of(), served.lines("data"));
                assertEquals(Map.of(), served.lines("other"));
            }
            assertEquals(List.of(), served.warnings);
        }
    }

    /// Of a stream that is being made it is not yet known that its bucket is the server's own.
    @Test
    void aStreamThatIsBeingMadeIsWaitedFor(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            for (int round = 0; round < 20; round++) {
                served.createByKey("s", "data-" + round);
                JsonNode answer = served.post("/_sluice/reset");
                assertEquals(200, answer.path("status").asInt(), answer.toString());
            }
        }
    }

    @Test
    void aServerThatWasNotStartedForItRefuses(@TempDir Path out) throws Exception {
        ServeSettings allowed = Served.settings(out, DeliberateFaults.NONE, 1);
        try (Served served = Served.on(new ServeSettings(allowed.out(), allowed.configurations(), allowed.address(), 0,
                allowed.security(), allowed.hosts(), allowed.keys(), allowed.journalBytes(), 1, allowed.faults(),
                ServeSettings.Reset.REFUSED, allowed.outside()))) {
            served.createByKey("s", "data");
            JsonNode answer = served.post("/_sluice/reset");
            assertEquals(403, answer.path("status").asInt());
            assertTrue(answer.path("body").path("message").asText().contains("--allow-reset"), answer.toString());
            assertEquals(List.of("s"), served.client.listDeliveryStreams().deliveryStreamNames());
        }
    }

    @Test
    void whatLayInABucketBeforeTheServerKeepsEverythingThere(@TempDir Path out) throws Exception {
        Path precious = out.resolve("data/thesis.txt");
        Files.createDirectories(precious.getParent());
        Files.writeString(precious, "three years");
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            served.post("/_sluice/flush");
            requireRefusal(served, out);
        }
        // After a restart its objects are there from the start as well.
        try (Served served = Served.on(out)) {
            requireRefusal(served, out);
        }
        assertEquals("three years", Files.readString(precious));
    }

    private static void requireRefusal(Served served, Path out) throws Exception {
        JsonNode answer = served.post("/_sluice/reset");
        assertEquals(500, answer.path("status").asInt(), answer.toString());
        assertTrue(answer.path("body").path("message").asText().contains("the bucket data held objects before"),
                answer.toString());
        assertEquals(List.of("s"), served.client.listDeliveryStreams().deliveryStreamNames());
        assertTrue(Files.isDirectory(out.resolve("data/k=a")));
    }

    @Test
    void aBucketThatTheServerFilledIsItsOwnAfterARestartToo(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            served.post("/_sluice/flush");
        }
        try (Served served = Served.on(out)) {
            assertEquals(200, served.post("/_sluice/reset").path("status").asInt());
            assertEquals(Map.of(), served.lines("data"));
        }
    }
}
