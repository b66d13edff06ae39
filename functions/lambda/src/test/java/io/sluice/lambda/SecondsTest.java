package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// The clickstream with an interval of 5 s, on a clock that the test moves: how old records are when their objects are
/// there, as the queue of ticks treats the flusher.
final class SecondsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = 20_261_123;
    private static final Duration LENGTH = Duration.ofMinutes(10);
    private static final String TICK = "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"body\":\"{}\"}]}";
    private static final String WHOLE = "{}";
    private static final String BATCH = "a batch";

    private final Random random = new Random(SEED);
    private final StreamInMemory stream = new StreamInMemory(configuration());
    private final PriorityQueue<Due> agenda = new PriorityQueue<>();
    private final Map<Integer, Instant> accepted = new HashMap<>();
    private final Map<Integer, Instant> delivered = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private int idleTicks;

    SecondsTest() throws IOException {}

    /// Something to be done.
    private record Due(Instant at, String what) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return at.compareTo(other.at);
        }
    }

    private static ObjectNode configuration() throws IOException {
        ObjectNode all = (ObjectNode) JSON.readTree(Path.of("../../events/clickstream/stream.json").toFile());
        all.withObject("/ExtendedS3DestinationConfiguration/BufferingHints").put("IntervalInSeconds", 5);
        all.withObject("/Sluice").put("FlushIntervalInSeconds", 5);
        return all;
    }

    /// Of 100 ticks one is lost, two come twice, five are up to 8 s late; runs take up to 2 s and overlap.
    @Test
    void aRecordIsInItsObjectWithinSeconds() throws IOException {
        plan();
        while (!agenda.isEmpty()) {
            Due due = agenda.remove();
            stream.now = due.at;
            if (due.what.equals(BATCH)) {
                accept();
            } else {
                flush(due.what);
            }
        }
        assertEquals(accepted.keySet(), delivered.keySet());
        assertTrue(seconds(0.50) <= 10, () -> "p50 " + seconds(0.50));
        assertTrue(seconds(0.99) <= 15, () -> "p99 " + seconds(0.99));
        assertTrue(idleTicks > 5, "after the last record nothing waits");
    }

    @Test
    void aRuleHoldsForItsKeyValuesAndTheOthersWait() throws IOException {
        ObjectNode ruled = configuration();
        ruled.withObject("/ExtendedS3DestinationConfiguration/BufferingHints").put("IntervalInSeconds", 3_600);
        ObjectNode rule = ruled.withObject("/Sluice").putArray("Buffering").addObject().put("IntervalInSeconds", 10);
        ArrayNode match = rule.putArray("Match");
        match.addObject().put("Key", "type").putArray("Values").add("buy");
        match.addObject().put("Key", "country").putArray("Values").add("a").add("b");
        StreamInMemory other = new StreamInMemory(ruled);
        other.transform(event("first", other.now, List.of(click(1, "buy", 'A', other.now), click(2, "buy", 'B',
                other.now), click(3, "buy", 'C', other.now), click(4, "view", 'A', other.now))));
        other.flush(TICK);
        assertEquals(Set.of(), other.objects().keySet());
        other.now = other.now.plusSeconds(10);
        other.flush(TICK);
        assertEquals(List.of("type=buy/country=a", "type=buy/country=b"), other.objects().keySet().stream()
                .map(key -> key.substring(0, key.indexOf("/date="))).sorted().toList());
        other.now = other.now.plusSeconds(3_600);
        other.flush(TICK);
        assertEquals(4, other.objects().size());
    }

    /// Batches for ten minutes, and ticks for a minute longer.
    private void plan() {
        Instant end = StreamInMemory.NOON.plus(LENGTH);
        for (Instant at = StreamInMemory.NOON; at.isBefore(end); at = at.plusMillis(random.nextInt(500, 4_000))) {
            agenda.add(new Due(at, BATCH));
        }
        for (Instant minute = StreamInMemory.NOON; !minute.isAfter(end); minute = minute.plusSeconds(60)) {
            agenda.add(new Due(minute.plusMillis(random.nextInt(3_000)), WHOLE));
            for (int second = 0; second < 60; second += 5) {
                int times = random.nextInt(100) == 0 ? 0 : random.nextInt(50) == 0 ? 2 : 1;
                for (int time = 0; time < times; time++) {
                    int late = random.nextInt(20) == 0 ? 8_000 : 500;
                    agenda.add(new Due(minute.plusSeconds(second).plusMillis(random.nextInt(late)), TICK));
                }
            }
        }
    }

    private void accept() throws IOException {
        List<String> clicks = new ArrayList<>();
        for (int i = random.nextInt(1, 40); i > 0; i--) {
            int id = accepted.size();
            accepted.put(id, stream.now);
            // A few keys have most of the records.
            clicks.add(click(id, random.nextInt(4) == 0 ? "buy" : "view",
                    (char) ('A' + (int) (26 * Math.pow(random.nextDouble(), 3))), stream.now));
        }
        stream.transform(event("i" + accepted.size(), stream.now.minusMillis(random.nextInt(5_000)), clicks));
    }

    private static String click(int id, String type, char country, Instant at) {
        return "{\"id\":%d,\"type\":\"%s\",\"ts\":%d,\"context\":{\"geo\":{\"country\":\"%c\"}}}".formatted(id, type,
                at.toEpochMilli(), country);
    }

    private static byte[] event(String invocation, Instant arrival, List<String> clicks) throws IOException {
        ObjectNode event = JSON.createObjectNode().put("invocationId", invocation).put("deliveryStreamArn", "arn");
        ArrayNode records = event.putArray("records");
        for (String click : clicks) {
            records.addObject().put("recordId", invocation + "-" + records.size())
                    .put("approximateArrivalTimestamp", arrival.toEpochMilli())
                    .put("data", Base64.getEncoder().encodeToString(click.getBytes(UTF_8)));
        }
        return JSON.writeValueAsBytes(event);
    }

    /// What a run sees is what is there when it begins; its objects are there when it ends.
    private void flush(String event) throws IOException {
        JsonNode answer = stream.flush(event);
        if (answer.has("nothingWaits")) {
            idleTicks++;
            return;
        }
        Instant there = stream.now.plusMillis(random.nextInt(100, 2_000));
        for (Map.Entry<String, byte[]> object : stream.objects().entrySet()) {
            if (seen.add(object.getKey())) {
                assertTrue(object.getKey().startsWith("type="), object.getKey());
                for (JsonNode click : clicks(object.getValue())) {
                    assertEquals(null, delivered.put(click.path("id").asInt(), there), "delivered once");
                }
            }
        }
    }

    private static List<JsonNode> clicks(byte[] gzip) throws IOException {
        List<JsonNode> clicks = new ArrayList<>();
        try (var lines = JSON.readerFor(JsonNode.class)
                .<JsonNode>readValues(new GZIPInputStream(new ByteArrayInputStream(gzip)))) {
            lines.forEachRemaining(clicks::add);
        }
        return clicks;
    }

    private double seconds(double quantile) {
        List<Long> ages = delivered.entrySet().stream()
                .map(each -> Duration.between(accepted.get(each.getKey()), each.getValue()).toMillis()).sorted()
                .toList();
        return ages.get((int) Math.ceil(quantile * ages.size()) - 1) / 1e3;
    }
}
