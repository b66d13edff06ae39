package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.codec.Compression;
import io.sluice.firehose.EventFormatException;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.ingest.PartlyStagedException;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.PassingIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The examples of Kafka, CloudWatch Logs, SQS and DynamoDB Streams, from the saved event to the objects, by both
/// functions.
final class OwnSourcesTest {
    private static final Path EVENTS = Path.of("..", "..", "events");
    private static final String NONE_FAILED = "{\"batchItemFailures\":[]}";

    private static StreamInMemory stream(String example) throws IOException {
        StreamInMemory stream = new StreamInMemory(
                new ObjectMapper().readTree(EVENTS.resolve(example + "/stream.json").toFile()));
        stream.now = Instant.parse("2026-11-24T00:00:00Z");
        return stream;
    }

    private static byte[] event(String name) throws IOException {
        return Files.readAllBytes(EVENTS.resolve(name));
    }

    /// Text by prefix.
    private static Map<String, String> delivered(StreamInMemory stream, String name) throws IOException {
        Map<String, String> delivered = new TreeMap<>();
        for (Map.Entry<String, byte[]> object : stream.objects().entrySet()) {
            DeliveredObject read = DeliveredObject.of(object.getKey(), object.getValue(), name, Compression.GZIP);
            delivered.merge(read.prefix(), read.text(), String::concat);
        }
        return delivered;
    }

    @Test
    void aKafkaBatchLandsByTopicAndHeaderOnceHoweverOftenItComes() throws IOException {
        StreamInMemory stream = stream("kafka");
        for (int attempt = 0; attempt < 3; attempt++) {
            assertEquals(NONE_FAILED, new String(stream.transform(event("kafka/msk.json")), UTF_8));
            assertEquals(attempt == 0 ? 4 : 0, stream.drain().get("records").asInt());
        }
        Map<String, String> delivered = delivered(stream, "orders");
        assertEquals(
                "{\"topic\":\"orders\",\"partition\":0,\"offset\":4181,\"timestamp\":1795348800900,"
                        + "\"timestampType\":\"CREATE_TIME\",\"key\":\"c-23\","
                        + "\"headers\":[{\"name\":\"tenant\",\"value\":\"globex\"},"
                        + "{\"name\":\"trace\",\"value\":\"7b1f\"}],\"value\":"
                        + "{\"order\":9002,\"customer\":\"c-23\",\"total\":7.00}}\n",
                delivered.get("topic=orders/tenant=globex/date=2026-11-22/"));
        assertEquals(2, delivered.getOrDefault("topic=orders/tenant=acme/date=2026-11-22/", "").lines().count());
        assertEquals("not JSON at all", new ObjectMapper()
                .readTree(delivered.get("topic=orders/tenant=none/date=2026-11-23/")).get("valueText").asText());
        assertEquals(3, delivered.size());
    }

    /// Another cluster has other topics, though all else is the same.
    @Test
    void theSameOffsetsOfAnotherClusterAreOtherRecords() throws IOException {
        StreamInMemory stream = stream("kafka");
        stream.transform(event("kafka/msk.json"));
        stream.transform(event("kafka/self-managed.json"));
        assertEquals(8, stream.drain().get("records").asInt());
    }

    @Test
    void logEventsLandByLogGroupAndDayOneRecordEach() throws IOException {
        StreamInMemory stream = stream("log-subscription");
        for (int attempt = 0; attempt < 3; attempt++) {
            assertEquals("{}", new String(stream.transform(event("log-subscription/event.json")), UTF_8));
            assertEquals(attempt == 0 ? 3 : 0, stream.drain().get("records").asInt());
        }
        Map<String, String> delivered = delivered(stream, "logs");
        String lines = delivered.getOrDefault("loggroup=%2Faws%2Flambda%2Fcheckout/date=2026-11-22/", "");
        assertEquals(1, delivered.size());
        assertEquals(3, lines.lines().count());
        assertTrue(lines.lines().findFirst().orElseThrow().contains(
                "\"logStream\":\"2026/11/22/[$LATEST]6f0e\",\"subscriptionFilters\":[\"everything\"]"), lines);
    }

    @Test
    void messagesLandByAttributeAndDayOnceWhicheverComeTogether() throws IOException {
        StreamInMemory stream = stream("sqs");
        assertEquals(NONE_FAILED, new String(stream.transform(event("sqs/again.json")), UTF_8));
        assertEquals(2, stream.drain().get("records").asInt());
        for (int attempt = 0; attempt < 3; attempt++) {
            assertEquals(NONE_FAILED, new String(stream.transform(event("sqs/event.json")), UTF_8));
            assertEquals(attempt == 0 ? 1 : 0, stream.drain().get("records").asInt());
        }
        Map<String, String> delivered = delivered(stream, "orders-queue");
        assertEquals(
                "{\"queue\":\"arn:aws:sqs:us-east-1:123456789012:orders\","
                        + "\"messageId\":\"059f36b4-87a3-44ab-83d2-661975830a7d\",\"sentTimestamp\":1795348801000,"
                        + "\"messageGroupId\":null,\"attributes\":[{\"name\":\"tenant\",\"type\":\"String\","
                        + "\"value\":\"globex\"}],\"bodyText\":\"not JSON at all\"}\n",
                delivered.get("tenant=globex/date=2026-11-22/"));
        assertEquals(Set.of("tenant=acme/date=2026-11-22/", "tenant=globex/date=2026-11-22/",
                "tenant=none/date=2026-11-23/"), delivered.keySet());
    }

    @Test
    void changesLandByKeyAndDayOnce() throws IOException {
        StreamInMemory stream = stream("dynamodb-streams");
        for (int attempt = 0; attempt < 3; attempt++) {
            assertEquals(NONE_FAILED, new String(stream.transform(event("dynamodb-streams/event.json")), UTF_8));
            assertEquals(attempt == 0 ? 3 : 0, stream.drain().get("records").asInt());
        }
        Map<String, String> delivered = delivered(stream, "changes");
        assertEquals(Set.of("tenant=acme/date=2026-11-22/", "tenant=globex/date=2026-11-23/"), delivered.keySet());
        String removed = delivered.getOrDefault("tenant=globex/date=2026-11-23/", "");
        assertTrue(removed.contains("\"newImage\":null,\"oldImage\":{\"tenant\":\"globex\",\"order\":17,\"total\":7}"),
                removed);
    }

    /// A mapping that takes no partial answers would delete all of the batch.
    @Test
    void aPartialAnswerIsGivenWhereTheMappingTakesIt() throws IOException {
        byte[] event = messages(100);
        StreamInMemory usual = stream("sqs");
        usual.ports.before = OwnSourcesTest::failingAfterOneClaim;
        assertThrows(PartlyStagedException.class, () -> usual.transform(event));
        assertEquals(99, usual.drain().get("records").asInt());

        ObjectNode configuration = (ObjectNode) new ObjectMapper()
                .readTree(EVENTS.resolve("sqs/stream.json").toFile());
        configuration.withObject("/Sluice/Source").put("ReportBatchItemFailures", true);
        StreamInMemory partial = new StreamInMemory(configuration);
        partial.ports.before = OwnSourcesTest::failingAfterOneClaim;
        assertEquals("{\"batchItemFailures\":[{\"itemIdentifier\":\"m\\\"99\"}]}",
                new String(partial.transform(event), UTF_8));
        assertTrue(partial.lines.stream().anyMatch(line -> line.contains("batch-partly-staged")), "it is told");
        assertEquals(99, partial.drain().get("records").asInt());
    }

    private static BufferIndex failingAfterOneClaim(BufferIndex index) {
        return new PassingIndex(index) {
            private int claims;

            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                claims++;
                if (claims > 1) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "throttled");
                }
                return super.put(entry, receipts);
            }
        };
    }

    private static byte[] messages(int count) {
        return IntStream.range(0, count).mapToObj(number -> "{\"messageId\": \"m\\\"" + number
                + "\", \"eventSource\": \"aws:sqs\", \"eventSourceARN\": \"arn:q\", \"attributes\":"
                + " {\"SentTimestamp\": \"1795348800000\"}, \"body\": \"b\"}")
                .collect(Collectors.joining(",", "{\"Records\": [", "]}")).getBytes(UTF_8);
    }

    @Test
    void aControlMessageIsAnsweredAndLeavesNothing() throws IOException {
        StreamInMemory stream = stream("log-subscription");
        assertEquals("{}", new String(stream.transform(event("log-subscription/control.json")), UTF_8));
        assertEquals(Map.of(), stream.ports.stagingBucket.contents());
        assertEquals(0, stream.ports.entries.entries());
    }

    @Test
    void aRefusedEventFailsTheInvocationAndLeavesNothing() throws IOException {
        StreamInMemory stream = stream("log-subscription");
        byte[] event = event("kafka/msk.json");
        assertThrows(EventFormatException.class, () -> stream.transform(event));
        assertEquals(Map.of(), stream.ports.stagingBucket.contents());
    }
}
