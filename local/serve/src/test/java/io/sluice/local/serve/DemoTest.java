package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.UsageException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo's sum, while flushers are killed.
@Tag("long")
final class DemoTest {
    private static final int KILLS = 12;

    @TempDir
    private Path out = Path.of("");
    private long in;
    private long settled;

    private void assertAddsUp(JsonNode demo) {
        JsonNode sum = demo.path("sum");
        if (sum.isMissingNode()) {
            return;
        }
        long delivered = sum.path("delivered").asLong();
        long rejected = sum.path("rejected").asLong();
        assertEquals(sum.path("in").asLong(),
                delivered + rejected + sum.path("dropped").asLong() + sum.path("pending").asLong(), sum.toString());
        assertTrue(sum.path("holds").asBoolean(), sum.toString());
        assertTrue(sum.path("in").asLong() >= in && delivered + rejected >= settled, "it went back: " + sum);
        in = sum.path("in").asLong();
        settled = delivered + rejected;
    }

    private JsonNode sum(Served served) throws Exception {
        JsonNode demo = Served.JSON.readTree(served.get("/_sluice/demo"));
        assertAddsUp(demo);
        return demo;
    }

    private void runAndKill(Served served) throws Exception {
        served.serve().demonstrate(new Random(4));
        long before = 0;
        for (int i = 0; i < KILLS; i++) {
            JsonNode demo = sum(served);
            while (demo.path("clicks").asLong() <= before) {
                demo = sum(served);
            }
            before = demo.path("clicks").asLong();
            JsonNode killed = served.post("/_sluice/demo/kill");
            assertEquals(200, killed.path("status").asInt(), killed.toString());
            sum(served);
            if (i % 3 == 2) {
                served.post("/_sluice/flush");
                sum(served);
            }
        }
        assertTrue(sum(served).path("kills").asInt() > 0, "no run was killed");
    }

    @Test
    void inIsDeliveredAndRejectedAndDroppedAndPendingAtAnyMomentAndAfterKills() throws Exception {
        try (var served = Served.on(out)) {
            runAndKill(served);
            assertEquals(200, served.post("/_sluice/demo/rest").path("status").asInt());
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            JsonNode demo = sum(served);
            assertEquals(0, demo.path("sum").path("pending").asLong(), demo.toString());
            assertEquals(demo.path("clicks"), demo.path("sum").path("in"), demo.toString());
            Map<String, List<String>> lines = Served.lines(out, "clickstream-demo");
            assertEquals(demo.path("sum").path("delivered").asLong(), lines.entrySet().stream()
                    .filter(each -> !each.getKey().startsWith("errors")).mapToLong(each -> each.getValue().size())
                    .sum());
            assertEquals(demo.path("sum").path("rejected").asLong(), lines.entrySet().stream()
                    .filter(each -> each.getKey().startsWith("errors")).mapToLong(each -> each.getValue().size())
                    .sum());
            assertEquals(lines.values().stream().mapToInt(List::size).sum(),
                    lines.values().stream().flatMap(List::stream).distinct().count(), "a record is there twice");
        }
        try (var served = Served.on(out)) {
            served.post("/_sluice/flush");
            long before = in;
            served.serve().demonstrate(new Random(5));
            JsonNode demo = sum(served);
            while (demo.path("clicks").asLong() == 0) {
                demo = sum(served);
            }
            assertTrue(sum(served).path("sum").path("in").asLong() > before, "it counts on after a restart");
        }
    }

    @Test
    void aStreamOfThatNameThatIsSomebodyElsesIsNotFed() {
        try (var served = Served.on(out)) {
            served.createByKey("clickstream", "somebody-elses");
            assertThrows(UsageException.class, () -> served.serve().demonstrate(new Random(1)));
        }
    }

    /// Redriven records come in again; those that lack their customer are rejected again.
    @Test
    void itAddsUpAfterARedriveToo() throws Exception {
        try (var served = Served.on(out)) {
            served.serve().demonstrate(new Random(4));
            while (sum(served).path("clicks").asLong() < 300) {
                assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            }
            served.post("/_sluice/demo/rest");
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            long clicks = sum(served).path("clicks").asLong();
            JsonNode errors = Served.JSON.readTree(served.get("/_sluice/objects?stream=clickstream")).path("errors");
            while (errors.isEmpty()) {
                errors = Served.JSON.readTree(served.get("/_sluice/objects?stream=clickstream")).path("errors");
            }
            String body = Served.JSON.createObjectNode().put("stream", "clickstream")
                    .put("key", errors.path(0).path("key").asText()).toString();
            long redriven = redrive(served, body).path("records").asLong();
            assertTrue(redriven > 0);
            assertEquals("earlier", redrive(served, body).path("redriven").asText());
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            JsonNode sum = sum(served).path("sum");
            assertEquals(clicks + redriven, sum.path("in").asLong(), sum.toString());
            assertEquals(0, sum.path("pending").asLong(), sum.toString());
        }
    }

    private static JsonNode redrive(Served served, String body) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return Served.JSON.readTree(http.send(HttpRequest.newBuilder(served.uri().resolve("/_sluice/redrive"))
                    .POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString())
                    .body());
        }
    }

    @Test
    void withoutTheOptionThereIsNoDemo() throws Exception {
        try (var served = Served.on(out)) {
            assertEquals("{\"on\":false}", served.get("/_sluice/demo"));
            assertEquals(404, served.post("/_sluice/demo/kill").path("status").asInt());
        }
    }
}
