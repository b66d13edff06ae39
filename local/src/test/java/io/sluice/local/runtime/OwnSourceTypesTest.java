package io.sluice.local.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.CloudWatchLogsEvent;
import com.amazonaws.services.lambda.runtime.events.KafkaEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.event.EventSettings;
import io.sluice.event.EventSource;
import io.sluice.event.RecordForm;
import io.sluice.event.SourceEvents;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Events of Kafka and of CloudWatch Logs that AWS's own types write, by the serialisers of the managed runtime, are
/// read as they were meant: these do not know Sluice.
final class OwnSourceTypesTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final String ARN = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/u-1";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BYTES_MAX = 500;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("sluice.events", 25));
    }

    private static <T> SourceBatch read(Class<T> type, T event, EventSource source) throws IOException {
        var bytes = new ByteArrayOutputStream();
        LambdaEventSerializers.serializerFor(type, OwnSourceTypesTest.class.getClassLoader()).toJson(event, bytes);
        return new SourceEvents(new EventSettings(source, RecordForm.ENVELOPE, Optional.empty()), () -> NOW)
                .read(new ByteArrayInputStream(bytes.toByteArray()));
    }

    private static String base64(Random random) {
        byte[] bytes = new byte[random.nextInt(BYTES_MAX)];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static KafkaEvent.KafkaEventRecord kafkaRecord(Random random, int partition, long offset) {
        var record = new KafkaEvent.KafkaEventRecord();
        record.setTopic("orders.v2-eu");
        record.setPartition(partition);
        record.setOffset(offset);
        record.setTimestamp(random.nextLong(NOW.toEpochMilli()));
        record.setTimestampType("LOG_APPEND_TIME");
        record.setKey(random.nextInt(4) == 0 ? null : base64(random));
        record.setValue(random.nextInt(4) == 0 ? null : base64(random));
        record.setHeaders(List.of(Map.of("trace", "Grüße".getBytes(UTF_8))));
        return record;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aKafkaEventIsReadAsItWasMeant(long seed) throws IOException {
        Random random = new Random(seed);
        Map<String, List<KafkaEvent.KafkaEventRecord>> partitions = new LinkedHashMap<>();
        long offset = random.nextLong(Long.MAX_VALUE / 2);
        for (int partition = random.nextInt(3); partition >= 0; partition--) {
            List<KafkaEvent.KafkaEventRecord> records = new ArrayList<>();
            for (int n = random.nextInt(5); n >= 0; n--) {
                offset += 1 + random.nextInt(9);
                records.add(kafkaRecord(random, partition, offset));
            }
            partitions.put("orders.v2-eu-" + partition, records);
        }
        SourceBatch batch = read(KafkaEvent.class,
                new KafkaEvent(partitions, "aws:kafka", ARN, "b-1:9092,b-2:9092"), EventSource.KAFKA);

        List<KafkaEvent.KafkaEventRecord> sent = partitions.values().stream().flatMap(List::stream).toList();
        assertEquals(sent.size(), batch.records().size());
        for (int n = 0; n < sent.size(); n++) {
            KafkaEvent.KafkaEventRecord each = sent.get(n);
            SourceRecord read = batch.records().get(n);
            assertEquals(ARN + "/orders.v2-eu-" + each.getPartition() + "@" + each.getOffset(),
                    read.position().orElseThrow().toString());
            assertEquals(Instant.ofEpochMilli(each.getTimestamp()), read.arrival());
            JsonNode envelope = JSON.readTree(read.data());
            assertBytes(each.getKey(), envelope, "key", "key");
            assertBytes(each.getValue(), envelope, "valueText", "value");
            assertEquals("[{\"name\":\"trace\",\"value\":\"Grüße\"}]", envelope.get("headers").toString());
        }
    }

    /// Random bytes are no JSON, but for a few of one or two digits.
    private static void assertBytes(@Nullable String base64, JsonNode envelope, String text, String name)
            throws IOException {
        if (base64 == null) {
            assertEquals(JSON.nullNode(), envelope.get(name));
        } else if (envelope.has(name + "Base64")) {
            assertEquals(base64, envelope.get(name + "Base64").textValue());
        } else {
            byte[] bytes = Base64.getDecoder().decode(base64);
            if (envelope.has(text)) {
                assertArrayEquals(bytes, envelope.get(text).textValue().getBytes(UTF_8));
            } else {
                assertEquals(JSON.readTree(bytes), envelope.get(name));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLogsEventIsReadAsItWasMeant(long seed) throws IOException {
        Random random = new Random(seed);
        var content = JSON.createObjectNode().put("messageType", "DATA_MESSAGE").put("owner", "123456789012")
                .put("logGroup", "/aws/ecs/shop").put("logStream", "s/[$LATEST]" + seed);
        content.putArray("subscriptionFilters").add("f");
        var events = content.putArray("logEvents");
        for (int n = random.nextInt(20); n >= 0; n--) {
            events.addObject().put("id", seed + "-" + n).put("timestamp", random.nextLong(NOW.toEpochMilli()))
                    .put("message", random.ints(random.nextInt(99), 0, Character.MIN_SURROGATE)
                            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                            .toString());
        }
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(JSON.writeValueAsBytes(content));
        }
        var logs = new CloudWatchLogsEvent.AWSLogs();
        logs.setData(Base64.getEncoder().encodeToString(gzip.toByteArray()));
        var event = new CloudWatchLogsEvent();
        event.setAwsLogs(logs);

        SourceBatch batch = read(CloudWatchLogsEvent.class, event, EventSource.CLOUDWATCH_LOGS);

        assertEquals(events.size(), batch.records().size());
        for (int n = 0; n < events.size(); n++) {
            JsonNode sent = events.get(n);
            SourceRecord read = batch.records().get(n);
            assertEquals(sent.get("id").textValue(), read.recordId());
            JsonNode envelope = JSON.readTree(read.data());
            assertEquals(sent.get("message"), envelope.get("message"));
            assertEquals(content.get("logStream"), envelope.get("logStream"));
            assertEquals(sent.get("timestamp").asLong(), read.arrival().toEpochMilli());
        }
    }
}
