package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.sluice.landing.LandingEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A stream's functions together: what is delivered is told.
final class LandingEventsHandlerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SCHEMA = Path.of("../../docs/reference/landing-events.schema.json");

    private final JsonSchema schema = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(Files.readString(SCHEMA));

    LandingEventsHandlerTest() throws IOException {}

    private static StreamInMemory stream(String landing) throws IOException {
        ObjectNode all = (ObjectNode) JSON.readTree(Path.of("../../events/clickstream/stream.json").toFile());
        all.withObject("/Sluice").set("Landing", JSON.readTree(landing));
        return new StreamInMemory(all);
    }

    private static void stage(StreamInMemory stream, int batch, int records) throws IOException {
        ObjectNode event = JSON.createObjectNode().put("invocationId", "batch-" + batch).put("region", "eu-west-1")
                .put("deliveryStreamArn", "arn:aws:firehose:eu-west-1:123456789012:deliverystream/clicks");
        var all = event.putArray("records");
        for (int i = 0; i < records; i++) {
            all.addObject().put("recordId", batch + "-" + i)
                    .put("approximateArrivalTimestamp", stream.now.toEpochMilli()).put("data",
                            Base64.getEncoder().encodeToString((i % 3 == 0
                                    ? "no JSON"
                                    : "{\"customer_id\":\"c" + i + "\",\"ts\":1767268800,\"country\":\"de\"}")
                                    .getBytes(UTF_8)));
        }
        stream.transform(JSON.writeValueAsBytes(event));
    }

    private static JsonNode tell(StreamInMemory stream) throws IOException {
        var answer = new ByteArrayOutputStream();
        new LandingEventsHandler(stream.stream).handleRequest(new ByteArrayInputStream("{}".getBytes(UTF_8)), answer,
                new InvocationContext(StreamInMemory.FUNCTION_ARN, stream.remaining));
        return JSON.readTree(answer.toByteArray());
    }

    private List<JsonNode> told(StreamInMemory stream) throws IOException {
        List<JsonNode> told = new ArrayList<>();
        for (LandingEvent event : stream.ports.events.accepted()) {
            JsonNode json = JSON.readTree(event.json());
            assertEquals(Set.of(), schema.validate(json), json::toString);
            told.add(json);
        }
        return told;
    }

    /// An object is in one event, whichever ids there are.
    @Test
    void eachObjectIsToldOnceWithItsBytes() throws IOException {
        StreamInMemory stream = stream("{\"Events\":{\"Type\":\"eventbridge\"}}");
        for (int batch = 0; batch < 5; batch++) {
            stage(stream, batch, 9);
            stream.drain();
            tell(stream);
            stream.now = stream.now.plus(Duration.ofMinutes(1));
        }
        stream.drain();
        tell(stream);
        Map<String, Long> bytes = new TreeMap<>();
        stream.objects().forEach((key, content) -> bytes.put(key, (long) content.length));
        Map<String, Long> toldOf = new TreeMap<>();
        Set<String> ids = new HashSet<>();
        long records = 0;
        for (JsonNode event : told(stream)) {
            assertTrue(ids.add(event.path("id").asText()), "an id twice");
            for (JsonNode object : event.path("objects")) {
                assertEquals(null, toldOf.put(object.path("key").asText(), object.path("bytes").asLong()),
                        "told twice");
                records += object.path("records").asLong();
            }
        }
        assertEquals(bytes, toldOf);
        assertEquals(45, records);
        JsonNode sum = told(stream).stream().filter(event -> event.path("type").asText().equals("reconciled"))
                .findFirst().orElseThrow();
        assertTrue(sum.path("holds").asBoolean() && sum.path("in").asLong() == 9, sum::toString);
    }

    @Test
    void deliveryGoesOnWhileNothingCanBeTold() throws IOException {
        StreamInMemory stream = stream("{\"Events\":{\"Type\":\"eventbridge\"}}");
        stream.ports.events.refuse(_ -> true);
        for (int batch = 0; batch < 3; batch++) {
            stage(stream, batch, 9);
            stream.drain();
            assertThrows(RuntimeException.class, () -> tell(stream));
        }
        assertTrue(stream.objects().size() >= 3, "each batch is delivered");
        assertTrue(stream.lines.stream().anyMatch(line -> line.contains("\"LandingEventsLag\"")));
    }

    /// What is not told is kept for four times as long.
    @Test
    void theSweepLeavesWhatIsNotTold() throws IOException {
        StreamInMemory stream = stream("{\"KeepLandingsForDays\":1,\"Events\":{\"Type\":\"eventbridge\"}}");
        for (int batch = 0; batch < 3; batch++) {
            stage(stream, batch, 3);
            stream.drain();
            stream.drain();
            stream.now = stream.now.plus(Duration.ofHours(1));
        }
        long landings = landings(stream);
        assertTrue(landings > 2);
        stream.remaining = Duration.ofMinutes(15);
        stream.now = stream.now.plus(Duration.ofDays(2));
        stream.flush("{\"sweep\":true}");
        assertEquals(landings, landings(stream), "nobody was told");
        tell(stream);
        stream.now = stream.now.plus(Duration.ofHours(25));
        stream.flush("{\"sweep\":true}");
        assertEquals(1, landings(stream), "the last one stays");
    }

    @Test
    void fourTimesAsLongIsLongEnough() throws IOException {
        StreamInMemory stream = stream("{\"KeepLandingsForDays\":1,\"Events\":{\"Type\":\"eventbridge\"}}");
        for (int batch = 0; batch < 3; batch++) {
            stage(stream, batch, 3);
            stream.drain();
            stream.drain();
        }
        stream.remaining = Duration.ofMinutes(15);
        stream.now = stream.now.plus(Duration.ofDays(4).plusHours(1));
        stream.flush("{\"sweep\":true}");
        assertEquals(1, landings(stream));
    }

    private static long landings(StreamInMemory stream) {
        return stream.ports.stagingBucket.contents().keySet().stream().filter(key -> key.startsWith("landings/"))
                .count();
    }

    @Test
    void aStreamThatTellsNobodySaysSo() throws IOException {
        StreamInMemory stream = stream("{}");
        var refused = assertThrows(IllegalArgumentException.class, () -> tell(stream));
        assertTrue(String.valueOf(refused.getMessage()).contains("Sluice.Landing.Events"));
        assertFalse(stream.lines.stream().anyMatch(line -> line.contains("LandingEventsLag")));
    }

    /// A source may hold records back for a quarter of an hour.
    @Test
    void anHourIsCompleteWhenNothingOfItWaitsAlsoWhereNothingArrives() throws IOException {
        StreamInMemory stream = stream("{\"Events\":{\"Type\":\"eventbridge\"}}");
        stage(stream, 1, 9);
        stream.now = stream.now.plus(Duration.ofHours(3));
        tell(stream);
        String arrived = told(stream).stream().filter(event -> event.path("type").asText().equals("completed"))
                .map(event -> event.path("until").asText()).findFirst().orElse("");
        stream.drain();
        tell(stream);
        List<String> until = told(stream).stream().filter(event -> event.path("type").asText().equals("completed"))
                .map(event -> event.path("until").asText()).toList();
        String hour = stream.now.minus(Duration.ofMinutes(15)).truncatedTo(ChronoUnit.HOURS).toString();
        assertEquals(hour, until.getLast());
        assertTrue(arrived.compareTo(hour) < 0, arrived + " while records of three hours ago waited");
    }
}
