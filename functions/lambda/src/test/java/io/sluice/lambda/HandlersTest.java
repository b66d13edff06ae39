package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Once;
import io.sluice.app.Stream;
import io.sluice.firehose.EventFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HandlersTest {
    private static final String RECORD = "{\"recordId\":\"1\",\"approximateArrivalTimestamp\":1767268740000,"
            + "\"data\":\"eyJrIjoiYSJ9\"}";
    private static final String EVENT = "{\"invocationId\":\"i\",\"deliveryStreamArn\":\"arn\",\"records\":[" + RECORD
            + "]}";
    private static final String MSK = "{\"invocationId\":\"i\",\"sourceMSKArn\":\"arn:m\",\"records\":["
            + "{\"recordId\":\"1\",\"approximateArrivalTimestamp\":1767268740000,"
            + "\"mskRecordMetadata\":{\"offset\":\"7\",\"partitionId\":\"0\"},"
            + "\"kafkaRecordValue\":\"eyJrIjoiYSJ9\"}]}";
    private static final String KINESIS = "{\"Records\":[{\"eventID\":\"shardId-0:77\",\"kinesis\":"
            + "{\"data\":\"eyJrIjoiYSJ9\",\"approximateArrivalTimestamp\":1767268740}}]}";
    private static final long SEED = 20_261_120;

    @Test
    void anEventThatCannotBeReadFailsTheInvocationAndLeavesNothing() throws IOException {
        StreamInMemory stream = stream("buffer");
        for (String event : List.of("", "null", "[]", "{}", "hello", "{\"records\":[{}]}", EVENT.substring(0, 90),
                EVENT.replace("eyJ", "***"), EVENT.replace("\"records\"", "\"Records\""), EVENT + EVENT)) {
            EventFormatException refusal = assertThrows(EventFormatException.class,
                    () -> stream.transform(event.getBytes(UTF_8)), event);
            assertFalse(String.valueOf(refusal.getMessage()).isBlank());
            assertFalse(String.valueOf(refusal.getMessage()).contains("eyJrIjoiYSJ9"), "payloads stay out of messages");
        }
        assertEquals(Map.of(), stream.ports.stagingBucket.contents());
        assertEquals(0, stream.ports.entries.entries());
        assertEquals(List.of(), stream.lines);
    }

    @Test
    void aSliceIsAskedForByAnEventAndAnsweredWithWhatItDid() throws IOException {
        StreamInMemory stream = stream("buffer");
        stream.transform(EVENT.getBytes(UTF_8));
        JsonNode nothing = stream.flush("{\"slice\":{\"from\":\"\"}}");
        assertEquals(0, nothing.path("objects").asInt(), "a slice folds nothing");
        assertEquals(Map.of(), stream.objects());
        assertTrue(stream.lines.getLast().contains("slice-carried-out"), stream.lines.getLast());
        stream.drain();
        assertEquals(1, stream.objects().size());
        assertEquals(List.of(), stream.ports.started, "one invocation is enough");
    }

    @Test
    void anEventOfAnMskSourceIsAnsweredInItsOwnMember() throws IOException {
        assertEquals("{\"records\":[{\"recordId\":\"1\",\"result\":\"Ok\",\"kafkaRecordValue\":\"eyJrIjoiYSJ9\","
                + "\"metadata\":{\"partitionKeys\":{\"k\":\"a\"}}}]}",
                new String(stream("firehose").transform(MSK.getBytes(UTF_8)), UTF_8));
    }

    @Test
    void aBatchOfAnMskSourceIsStagedOnceHoweverOftenItComes() throws IOException {
        StreamInMemory stream = stream("buffer");
        for (int attempt = 0; attempt < 3; attempt++) {
            assertEquals("{\"records\":[{\"recordId\":\"1\",\"result\":\"Dropped\",\"kafkaRecordValue\":\"\"}]}",
                    new String(stream.transform(MSK.replace("\"i\"", "\"i" + attempt + "\"").getBytes(UTF_8)), UTF_8));
        }
        assertEquals(1, stream.drain().get("records").asInt());
        assertEquals(1, stream.objects().size());
    }

    @Test
    void anyMutatedEventIsAnsweredInFullOrRefused() throws IOException {
        Random random = new Random(SEED);
        for (String delivery : List.of("buffer", "firehose")) {
            StreamInMemory stream = stream(delivery);
            for (int run = 0; run < 6_000; run++) {
                byte[] event = (run % 2 == 0 ? EVENT : MSK).getBytes(UTF_8);
                for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
                    event[random.nextInt(event.length)] = (byte) random.nextInt(256);
                }
                try {
                    assertTrue(new String(stream.transform(event), UTF_8).endsWith("]}"));
                } catch (EventFormatException e) {
                    assertFalse(String.valueOf(e.getMessage()).isBlank(), "seed " + SEED + ", run " + run);
                }
            }
        }
    }

    /// The event that comes with Sluice, as the command line and `sam local invoke` hand it over.
    @Test
    void aSavedKinesisEventLeavesNothingNewTheSecondTime() throws IOException {
        JsonNode configuration = new ObjectMapper()
                .readTree(Path.of("..", "..", "events", "quakes", "stream.json").toFile());
        StreamInMemory stream = new StreamInMemory(configuration);
        byte[] event = Files.readAllBytes(Path.of("..", "..", "events", "kinesis-batch.json"));
        for (int run = 0; run < 2; run++) {
            assertEquals("{\"batchItemFailures\":[]}", new String(stream.transform(event), UTF_8));
        }
        assertEquals(1, stream.ports.entries.entries());
        assertEquals(3, stream.drain().get("records").asInt());
        stream.transform(event);
        assertEquals(0, stream.drain().get("records").asInt());
        JsonNode metrics = new ObjectMapper().readTree(stream.lines.stream()
                .filter(line -> line.contains("\"RepeatedRecords\":")).findFirst().orElseThrow());
        assertEquals(3, metrics.get("RepeatedRecords").asInt());
    }

    @Test
    void aKinesisBatchWithoutItsStreamIsRefusedAndLeavesNothing() throws IOException {
        StreamInMemory stream = stream("buffer");
        EventFormatException refusal = assertThrows(EventFormatException.class,
                () -> stream.transform(KINESIS.getBytes(UTF_8)));
        assertTrue(String.valueOf(refusal.getMessage()).contains("eventSourceARN"), refusal.getMessage());
        assertEquals(0, stream.ports.entries.entries());
    }

    @Test
    void aKinesisBatchIsRefusedWhereFirehoseDelivers() throws IOException {
        StreamInMemory stream = stream("firehose");
        EventFormatException refusal = assertThrows(EventFormatException.class,
                () -> stream.transform(KINESIS.getBytes(UTF_8)));
        assertTrue(String.valueOf(refusal.getMessage()).contains("Sluice.Delivery"), refusal.getMessage());
    }

    /// So no client of S3 or DynamoDB is made on its cold start.
    @Test
    void whereFirehoseDeliversTheFunctionAsksForNoStore() throws IOException {
        assertTransforms(new Stream(StreamInMemory.parse(ofFirehose()), new NoPorts(), () -> StreamInMemory.NOON,
                _ -> {}));
    }

    /// So its cold start is without TLS.
    @Test
    void whereFirehoseDeliversTheFunctionConnectsToNothing() throws IOException {
        assertTransforms(AwsPorts.connecting(Map.of("SLUICE_CONFIG", ofFirehose().toString()), new Once<>(() -> {
            throw new AssertionError("an HTTP client is made, where nothing is asked of AWS");
        })).stream(() -> StreamInMemory.NOON, _ -> {}));
    }

    private static ObjectNode ofFirehose() throws IOException {
        ObjectNode configuration = (ObjectNode) ConformanceCase.resource("stream.json");
        ((ObjectNode) configuration.get("Sluice")).put("Delivery", "firehose");
        return configuration;
    }

    private static void assertTransforms(Stream ofFirehose) throws IOException {
        try (Stream stream = ofFirehose) {
            ByteArrayOutputStream response = new ByteArrayOutputStream();
            new TransformHandler(stream).handleRequest(new ByteArrayInputStream(EVENT.getBytes(UTF_8)), response,
                    new InvocationContext(StreamInMemory.FUNCTION_ARN));
            stream.intake().priming(PrimingEvent::read).forEach(Runnable::run);
            assertTrue(response.toString(UTF_8).contains("\"partitionKeys\""), response.toString(UTF_8));
        }
    }

    @Test
    void aMissingContextIsNoFault() throws IOException {
        StreamInMemory stream = stream("buffer");
        ByteArrayOutputStream summary = new ByteArrayOutputStream();
        new FlushHandler(stream.stream).handleRequest(new ByteArrayInputStream(new byte[0]), summary, null);
        assertTrue(summary.toString(UTF_8).startsWith("{\"version\":"), summary.toString(UTF_8));
    }

    @Test
    void theFlushersAnswerAddsUp() throws IOException {
        StreamInMemory stream = stream("buffer");
        stream.transform(EVENT.getBytes(UTF_8));
        JsonNode summary = stream.drain();
        assertEquals(1, summary.get("objects").asInt());
        assertEquals(1, summary.get("records").asInt());
        assertEquals(9, summary.get("rawBytes").asInt());
        assertEquals(9, summary.get("bytes").asInt());
        assertEquals(0, summary.get("recordsPending").asInt());
        assertFalse(summary.get("superseded").asBoolean());
        assertEquals("{\"staged\":1,\"delivered\":1,\"rejected\":0,\"dropped\":0,\"discarded\":0}",
                summary.get("sinceFirstCommit").toString());
    }

    @Test
    void userCodeThatIsNotThereStopsTheFunctionWithItsName() throws IOException {
        ObjectNode configuration = (ObjectNode) ConformanceCase.resource("stream.json");
        ((ObjectNode) configuration.get("Sluice")).put("KeyExtractor", "not-there");
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> new TransformHandler(new StreamInMemory(configuration).stream));
        assertTrue(String.valueOf(refusal.getMessage())
                .startsWith("Sluice.KeyExtractor: no KeyExtractor called 'not-there'"), refusal.getMessage());
    }

    @Test
    void closingTheStreamClosesItsPorts() throws IOException {
        StreamInMemory stream = stream("buffer");
        stream.stream.close();
        assertTrue(stream.ports.closed);
    }

    private static StreamInMemory stream(String delivery) throws IOException {
        ObjectNode configuration = (ObjectNode) ConformanceCase.resource("stream.json");
        ((ObjectNode) configuration.get("Sluice")).put("Delivery", delivery);
        return new StreamInMemory(configuration);
    }
}
