package io.sluice.local.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.lambda.RepartitionHandler;
import io.sluice.lambda.RepartitionWiring;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.repartition.RepartitionException;
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
    private static final String QUAKE = "{\"properties\":{\"net\":\"uw\",\"time\":1517363399650}}";

    @TempDir
    private Path folder = Path.of("");

    private static JsonNode step(RepartitionHandler handler, String event) throws IOException {
        var answer = new ByteArrayOutputStream();
        String whole = event.replaceFirst("\\{",
                "{\"from\":\"raw/\",\"request\":{\"graceMinutes\":0},");
        handler.handleRequest(new ByteArrayInputStream(whole.getBytes(UTF_8)), answer, null);
        return JSON.readTree(answer.toByteArray());
    }

    private Map<String, String> environment(EmbeddedServices services) throws IOException {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", Files.readString(CONFIG));
        return environment;
    }

    @Test
    void aDayIsPlannedIngestedDeliveredMovedAndRemoved() throws IOException {
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("state"),
                "quakes");
                S3Client s3 = services.s3Client();
                var wiring = RepartitionWiring.create(environment(services),
                        () -> Instant.parse("2026-01-01T00:00:00Z"))) {
            s3.putObject(request -> request.bucket("quakes").key(KEY), RequestBody.fromString(QUAKE + "\n" + QUAKE));
            var handler = new RepartitionHandler(wiring);
            assertEquals("2018-01-31", step(handler, "{\"step\":\"plan\"}").at("/days/0").asText());
            assertThrows(RepartitionException.class,
                    () -> step(handler, "{\"step\":\"deliver\",\"day\":\"2018-01-31\"}"));
            JsonNode ingested = step(handler,
                    "{\"step\":\"ingest\",\"Items\":[{\"Key\":\"" + KEY + "\"},{\"Key\":\"raw/other\"}]}");
            assertEquals(2, ingested.path("records").asInt());
            assertEquals(1, ingested.path("skipped").asInt());
            assertTrue(step(handler, "{\"step\":\"deliver\",\"day\":\"2018-01-31\"}").path("delivered").asBoolean());
            String sql = step(handler, "{\"step\":\"move\",\"day\":\"2018-01-31\"}").path("sql").asText();
            assertTrue(sql.contains("FROM \"quakes\".\"quakes\" WHERE \"date\" = '2018-01-31'"), sql);
            assertEquals(sql, step(handler, "{\"step\":\"view\"}").path("sql").asText(), "for whoever comes later");
            JsonNode planned = step(handler, "{\"step\":\"plan\"}");
            assertEquals(0, planned.path("days").size());
            assertEquals("2018-01-31", planned.at("/removable/0").asText());
            assertEquals(1, step(handler, "{\"step\":\"remove\",\"day\":\"2018-01-31\"}").path("removed").asInt());
        }
    }

    @Test
    void anEventThatIsNoStepIsRefused() throws IOException {
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("state"),
                "quakes");
                var wiring = RepartitionWiring.create(environment(services), Instant::now)) {
            var handler = new RepartitionHandler(wiring);
            assertTrue(String.valueOf(assertThrows(IOException.class, () -> step(handler, "{\"step\":\"jump\"}"))
                    .getMessage()).contains("must be plan, ingest, deliver, move, view or remove"));
            assertThrows(IOException.class, () -> step(handler, "{\"step\":\"move\",\"day\":\"2018-31-01\"}"));
        }
    }
}
