package io.sluice.local.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.DayMoveHandler;
import io.sluice.local.server.EmbeddedServices;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/// The repartition function's steps, in the order of the state machine, on the embedded services.
final class RepartitionHandlerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path CONFIG = Path.of("..", "..", "events", "quakes", "stream.json");
    private static final String KEY = "raw/date=2018-01-31/a";
    private static final String DAY = "\"day\":\"2018-01-31\"";
    private static final String QUAKE = "{\"properties\":{\"net\":\"uw\",\"time\":1517363399650}}";

    @TempDir
    private Path folder = Path.of("");

    private static JsonNode step(DayMoveHandler handler, String event) throws IOException {
        var answer = new ByteArrayOutputStream();
        String whole = event.replaceFirst("\\{",
                "{\"source\":\"raw/\",\"request\":{\"graceMinutes\":0,\"removeSource\":true},");
        handler.handleRequest(new ByteArrayInputStream(whole.getBytes(UTF_8)), answer, null);
        return JSON.readTree(answer.toByteArray());
    }

    private Map<String, String> environment(EmbeddedServices services) throws IOException {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", Files.readString(CONFIG));
        return environment;
    }

    @Test
    void aDayIsPlannedJoinedSettledAndItsSourceRemoved() throws IOException {
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("state"),
                "quakes");
                S3Client s3 = services.s3Client();
                var stream = AwsPorts.of(environment(services)).stream(() -> Instant.parse("2026-01-01T00:00:00Z"),
                        _ -> {})) {
            s3.putObject(request -> request.bucket("quakes").key(KEY), RequestBody.fromString(QUAKE + "\n" + QUAKE));
            var handler = new DayMoveHandler(stream);
            assertEquals("2018-01-31", step(handler, "{\"step\":\"plan\"}").at("/days/0").asText());
            JsonNode opened = step(handler, "{\"step\":\"open\"," + DAY + "}");
            assertEquals("[{\"from\":0,\"to\":1}]", opened.path("parts").toString());
            JsonNode early = step(handler, "{\"step\":\"settle\",\"round\":1," + DAY + "}");
            assertEquals("blocked", early.path("outcome").asText());
            assertTrue(early.path("why").asText().contains(KEY + " of 2018-01-31 is not ingested yet"),
                    early.toString());
            assertEquals("done", step(handler, "{\"step\":\"join\",\"round\":1,\"from\":0,\"to\":1," + DAY + "}")
                    .path("outcome").asText());
            JsonNode settled = step(handler, "{\"step\":\"settle\",\"round\":1," + DAY + "}");
            assertEquals("done", settled.path("outcome").asText(), settled.toString());
            JsonNode view = step(handler, "{\"step\":\"view\"}");
            assertTrue(view.path("sql").asText().contains("FROM \"quakes\".\"quakes\" WHERE \"date\" = '2018-01-31'"),
                    view.toString());
            assertEquals("2018-01-31", view.at("/removable/0").asText());
            assertEquals(0, step(handler, "{\"step\":\"plan\"}").path("days").size());
            assertEquals("[{\"from\":0,\"to\":1}]",
                    step(handler, "{\"step\":\"close\"," + DAY + "}").path("parts").toString());
            assertEquals("done", step(handler, "{\"step\":\"remove\",\"round\":1,\"from\":0,\"to\":1," + DAY + "}")
                    .path("outcome").asText());
            assertEquals("done",
                    step(handler, "{\"step\":\"closed\",\"round\":1," + DAY + "}").path("outcome").asText());
            assertEquals(0, s3.listObjectsV2(list -> list.bucket("quakes").prefix("raw/")).contents().size());
            assertEquals(0, step(handler, "{\"step\":\"view\"}").path("removable").size());
        }
    }

    @Test
    void sourcesStayUnlessTheirRemovalIsAskedFor() throws IOException {
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("state"),
                "quakes");
                S3Client s3 = services.s3Client();
                var stream = AwsPorts.of(environment(services)).stream(() -> Instant.parse("2026-01-01T00:00:00Z"),
                        _ -> {})) {
            s3.putObject(request -> request.bucket("quakes").key(KEY), RequestBody.fromString(QUAKE));
            var handler = new DayMoveHandler(stream);
            step(handler, "{\"step\":\"plan\"}");
            step(handler, "{\"step\":\"join\",\"round\":1,\"from\":0,\"to\":1," + DAY + "}");
            assertEquals("done",
                    step(handler, "{\"step\":\"settle\",\"round\":1," + DAY + "}").path("outcome").asText());
            var answer = new ByteArrayOutputStream();
            handler.handleRequest(new ByteArrayInputStream(
                    "{\"step\":\"view\",\"source\":\"raw/\",\"request\":{}}".getBytes(UTF_8)), answer, null);
            assertEquals(0, JSON.readTree(answer.toByteArray()).path("removable").size());
        }
    }

    @Test
    void anEventThatIsNoStepIsRefused() throws IOException {
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("state"),
                "quakes");
                var stream = AwsPorts.of(environment(services)).stream(Instant::now, _ -> {})) {
            var handler = new DayMoveHandler(stream);
            assertTrue(String.valueOf(assertThrows(IOException.class, () -> step(handler, "{\"step\":\"jump\"}"))
                    .getMessage()).contains("must be plan, open, join, settle, view"));
            assertThrows(IOException.class, () -> step(handler, "{\"step\":\"open\",\"day\":\"2018-31-01\"}"));
        }
    }
}
