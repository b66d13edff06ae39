package io.sluice.local.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.CloudWatchLogsEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.KafkaEvent;
import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.SNSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.event.EventSettings;
import io.sluice.event.ObjectMessage;
import io.sluice.event.SourceEvents;
import io.sluice.event.UploadEvent;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.objects.ObjectKey;
import io.sluice.position.RecordName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.joda.time.DateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Events of Kafka, CloudWatch Logs, SQS, DynamoDB and S3 that AWS's own types write, by the serialisers of the managed
/// runtime, are read as they were meant: these do not know Sluice.
final class OwnSourceTypesTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final String ARN = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/u-1";
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BYTES_MAX = 500;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("sluice.events", 25));
    }

    private static <T> SourceBatch read(Class<T> type, T event, SourceType source) throws IOException {
        return events(source).read(new ByteArrayInputStream(written(type, event)));
    }

    private static SourceEvents events(SourceType source) {
        return new SourceEvents(new EventSettings(source, RecordForm.ENVELOPE, Optional.empty()), () -> NOW);
    }

    private static <T> byte[] written(Class<T> type, T event) {
        var bytes = new ByteArrayOutputStream();
        LambdaEventSerializers.serializerFor(type, OwnSourceTypesTest.class.getClassLoader()).toJson(event, bytes);
        return bytes.toByteArray();
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(60), ' ', Character.MIN_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    private static SQSEvent.SQSMessage message(Random random, String id, String body) {
        var message = new SQSEvent.SQSMessage();
        message.setMessageId(id);
        message.setReceiptHandle("AQEB");
        message.setBody(body);
        message.setMd5OfBody("0");
        message.setEventSource("aws:sqs");
        message.setEventSourceArn(QUEUE);
        message.setAwsRegion("us-east-1");
        message.setAttributes(Map.of("SentTimestamp", Long.toString(random.nextLong(NOW.toEpochMilli())),
                "ApproximateReceiveCount", "1"));
        message.setMessageAttributes(Map.of());
        return message;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anSqsEventIsReadAsItWasMeant(long seed) throws IOException {
        Random random = new Random(seed);
        List<SQSEvent.SQSMessage> messages = new ArrayList<>();
        for (int n = random.nextInt(9); n >= 0; n--) {
            var message = message(random, "m" + n, "text " + text(random));
            var attribute = new SQSEvent.MessageAttribute();
            attribute.setDataType("String");
            attribute.setStringValue(text(random) + "!");
            message.setMessageAttributes(Map.of("tenant", attribute));
            messages.add(message);
        }
        var event = new SQSEvent();
        event.setRecords(messages);
        SourceBatch batch = read(SQSEvent.class, event, SourceType.SQS);

        assertEquals(messages.size(), batch.records().size());
        for (int n = 0; n < messages.size(); n++) {
            SQSEvent.SQSMessage sent = messages.get(n);
            SourceRecord read = batch.records().get(n);
            assertEquals(sent.getMessageId(), read.recordId());
            assertEquals(sent.getAttributes().get("SentTimestamp"), Long.toString(read.arrival().toEpochMilli()));
            assertEquals(RecordName.of(QUEUE, sent.getMessageId(), sent.getBody().getBytes(UTF_8)),
                    read.name().orElseThrow());
            JsonNode envelope = JSON.readTree(read.data());
            assertEquals(sent.getBody(), envelope.path("bodyText").textValue());
            assertEquals(requireNonNull(sent.getMessageAttributes().get("tenant")).getStringValue(),
                    envelope.at("/attributes/0/value").textValue());
        }
    }

    /// What SNS puts into a queue; an event of SNS itself, which no queue handed over, is refused by its name.
    @ParameterizedTest
    @MethodSource("seeds")
    void aNotificationOfSnsIsReadAsItWasMeantAndOnlyOutOfAQueue(long seed) throws IOException {
        Random random = new Random(seed);
        var sns = new SNSEvent.SNS();
        sns.setType("Notification");
        sns.setTopicArn("arn:aws:sns:us-east-1:123456789012:orders");
        sns.setMessageId("n" + seed);
        sns.setMessage("text " + text(random));
        sns.setSubject(text(random));
        sns.setTimestamp(DateTime.parse("2026-11-22T12:00:00.000Z"));
        var record = new SNSEvent.SNSRecord();
        record.setSns(sns);
        record.setEventSource("aws:sns");
        var event = new SNSEvent();
        event.setRecords(List.of(record));
        byte[] direct = written(SNSEvent.class, event);
        var refused = assertThrows(EventFormatException.class,
                () -> events(SourceType.SNS).read(new ByteArrayInputStream(direct)));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("The event is of aws:sns"), refused.getMessage());

        var queued = new SQSEvent();
        queued.setRecords(List.of(message(random, "m", JSON.readTree(direct).at("/Records/0/Sns").toString())));
        SourceRecord read = read(SQSEvent.class, queued, SourceType.SNS).records().getFirst();
        assertEquals(RecordName.of(sns.getTopicArn(), sns.getMessageId(), sns.getMessage().getBytes(UTF_8)),
                read.name().orElseThrow());
        assertEquals(sns.getMessage(), JSON.readTree(read.data()).path("messageText").textValue());
        assertEquals(sns.getSubject(), JSON.readTree(read.data()).path("subject").textValue());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @SuppressWarnings("JavaUtilDate") // AWS's type has it
    void anEventOfChangesIsReadAsItWasMeant(long seed) throws IOException {
        Random random = new Random(seed);
        List<DynamodbEvent.DynamodbStreamRecord> changes = new ArrayList<>();
        for (int n = random.nextInt(9); n >= 0; n--) {
            var change = new StreamRecord();
            change.setApproximateCreationDateTime(new Date(1_000L * random.nextInt(Integer.MAX_VALUE)));
            change.setKeys(Map.of("order", new AttributeValue().withN(Integer.toString(random.nextInt()))));
            change.setNewImage(Map.of("text", new AttributeValue(text(random)), "flag",
                    new AttributeValue().withBOOL(random.nextBoolean()), "none", new AttributeValue().withNULL(true),
                    "deep", new AttributeValue().withM(Map.of("list", new AttributeValue().withL(
                            new AttributeValue().withN("1.50"), new AttributeValue("x"))))));
            change.setSequenceNumber(Long.toString(random.nextLong(Long.MAX_VALUE)));
            change.setStreamViewType(StreamViewType.NEW_AND_OLD_IMAGES);
            var record = new DynamodbEvent.DynamodbStreamRecord();
            record.setEventID("c" + n);
            record.setEventName("INSERT");
            record.setEventVersion("1.1");
            record.setEventSource("aws:dynamodb");
            record.setAwsRegion("us-east-1");
            record.setEventSourceARN("arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2026-11-01");
            record.setDynamodb(change);
            changes.add(record);
        }
        var event = new DynamodbEvent();
        event.setRecords(changes);
        SourceBatch batch = read(DynamodbEvent.class, event, SourceType.DYNAMODB_STREAMS);

        assertEquals(changes.size(), batch.records().size());
        for (int n = 0; n < changes.size(); n++) {
            StreamRecord sent = changes.get(n).getDynamodb();
            SourceRecord read = batch.records().get(n);
            JsonNode envelope = JSON.readTree(read.data());
            assertEquals(sent.getApproximateCreationDateTime().toInstant(), read.arrival());
            assertEquals(sent.getSequenceNumber(), envelope.path("sequenceNumber").asText());
            assertEquals(requireNonNull(sent.getKeys().get("order")).getN(), envelope.at("/keys/order").asText());
            assertEquals(requireNonNull(sent.getNewImage().get("text")).getS(),
                    envelope.at("/newImage/text").textValue());
            assertEquals(requireNonNull(sent.getNewImage().get("flag")).getBOOL(),
                    envelope.at("/newImage/flag").booleanValue());
            assertTrue(envelope.at("/newImage/none").isNull());
            assertTrue(new String(read.data(), UTF_8).contains("\"deep\":{\"list\":[1.50,\"x\"]}"),
                    () -> new String(read.data(), UTF_8));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aNotificationOfS3IsReadAsItWasMeant(long seed) throws IOException {
        Random random = new Random(seed);
        List<S3EventNotification.S3EventNotificationRecord> records = new ArrayList<>();
        List<UploadEvent> expected = new ArrayList<>();
        for (int n = random.nextInt(5); n >= 0; n--) {
            String key = "in/" + text(random) + "+ %41/" + n;
            String version = random.nextBoolean() ? null : "v" + n;
            records.add(new S3EventNotification.S3EventNotificationRecord("us-east-1", "ObjectCreated:Put", "aws:s3",
                    "2026-11-22T12:00:00.000Z", "2.1", new S3EventNotification.RequestParametersEntity("127.0.0.1"),
                    new S3EventNotification.ResponseElementsEntity("2", "1"),
                    new S3EventNotification.S3Entity("c",
                            new S3EventNotification.S3BucketEntity("uploads",
                                    new S3EventNotification.UserIdentityEntity("p"), "arn:aws:s3:::uploads"),
                            new S3EventNotification.S3ObjectEntity(URLEncoder.encode(key, UTF_8), 7L, "e" + n, version,
                                    "0055AED6DCD90281E5"),
                            "1.0"),
                    new S3EventNotification.UserIdentityEntity("p")));
            expected.add(new UploadEvent("uploads", new ObjectKey(key), Optional.ofNullable(version),
                    Optional.of("e" + n), NOW));
        }
        byte[] direct = written(S3Event.class, new S3Event(records));
        var queued = new SQSEvent();
        queued.setRecords(List.of(message(random, "m", new String(direct, UTF_8))));

        assertEquals(List.of(new ObjectMessage.Read("", expected)),
                events(SourceType.S3).readObjects(new ByteArrayInputStream(direct)));
        assertEquals(List.of(new ObjectMessage.Read("m", expected)), events(SourceType.S3)
                .readObjects(new ByteArrayInputStream(written(SQSEvent.class, queued))));
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
                new KafkaEvent(partitions, "aws:kafka", ARN, "b-1:9092,b-2:9092"), SourceType.KAFKA);

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

        SourceBatch batch = read(CloudWatchLogsEvent.class, event, SourceType.CLOUDWATCH_LOGS);

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
