package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// How the alarms of sources that invoke the function without Firehose are made to go off.
final class SourceAlarms {
    /// An event that was given up is tried this often: once, and twice again.
    private static final int ASYNCHRONOUS_ATTEMPTS = 3;

    /// The event of a record that came in at some time.
    private interface Event {
        JsonNode of(String record, Instant arrived) throws IOException;
    }

    static final List<AlarmRehearsal> REHEARSALS = List.of(
            new AlarmRehearsal("KinesisFailures", Way.KINESIS_EVENTS, "a batch fails until its mapping gives it up,"
                    + " and the queue gets a message", stream -> {
                        pollsFail(stream, SourceAlarms::kinesis, AlarmRehearsal.QUARTER);
                        counted(stream, "KinesisFailures", 1);
                    }, "the queue is purged", stream -> counted(stream, "KinesisFailures", 0)),
            new AlarmRehearsal("IteratorAge", Way.KINESIS_EVENTS, "a batch is retried in vain for more than an hour",
                    stream -> {
                        Instant arrived = stream.now;
                        pollsFail(stream, SourceAlarms::kinesis, Duration.ofMinutes(70));
                        counted(stream, "IteratorAge",
                                Math.toIntExact(Duration.between(arrived, stream.now).toMillis()));
                    }, "an attempt stages it", stream -> {
                        stream.http.refuse(_ -> false);
                        assertEquals("{\"batchItemFailures\":[]}", stream.transformed(kinesis(AlarmRehearsal.RECORD,
                                stream.now)).toString());
                        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD);
                        counted(stream, "IteratorAge", 0);
                    }),
            new AlarmRehearsal("KafkaFailures", Way.KAFKA_MSK, "a batch of a topic fails until its mapping gives it"
                    + " up, and the queue gets a message", stream -> {
                        pollsFail(stream, SourceAlarms::kafka, AlarmRehearsal.QUARTER);
                        counted(stream, "KafkaFailures", 1);
                    }, "the queue is purged", stream -> counted(stream, "KafkaFailures", 0)),
            new AlarmRehearsal("DynamoDbFailures", Way.DYNAMODB, "a batch of changes fails until the table's stream has"
                    + " it no longer, and the queue gets a message", stream -> {
                        pollsFail(stream, SourceAlarms::change, AlarmRehearsal.QUARTER);
                        counted(stream, "DynamoDbFailures", 1);
                    }, "the queue is purged", stream -> counted(stream, "DynamoDbFailures", 0)),
            new AlarmRehearsal("QueueAge", Way.SQS, "a message is received in vain for more than an hour", stream -> {
                Instant sent = stream.now;
                pollsFail(stream, SourceAlarms::message, Duration.ofMinutes(70));
                counted(stream, "QueueAge", Math.toIntExact(Duration.between(sent, stream.now).toSeconds()));
            }, "an attempt stages it", stream -> {
                stream.http.refuse(_ -> false);
                assertEquals("{\"batchItemFailures\":[]}",
                        stream.transformed(message(AlarmRehearsal.RECORD, stream.now)).toString());
                AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD);
                counted(stream, "QueueAge", 0);
            }),
            new AlarmRehearsal("ObjectsNotTaken", Way.OBJECTS,
                    "each attempt at an object fails for more than two hours",
                    stream -> pollsFail(stream, SourceAlarms::object, Duration.ofMinutes(190)), "an attempt reads it",
                    stream -> {
                        stream.http.refuse(_ -> false);
                        assertEquals("{\"batchItemFailures\":[]}",
                                stream.transformed(object(AlarmRehearsal.RECORD, stream.now)).toString());
                        AlarmRehearsal.later(stream, Duration.ofHours(2));
                    }),
            new AlarmRehearsal("SourceNotRead", Way.KINESIS_EVENTS, "records come, and the mapping is disabled",
                    stream -> {
                        for (int i = 0; i < 20; i++) {
                            stream.counted("SourceNotRead", "incoming", 3);
                            AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD);
                        }
                    }, "it is enabled, and reads them", stream -> {
                        stream.transformed(kinesis(AlarmRehearsal.RECORD, stream.now));
                        AlarmRehearsal.later(stream, Duration.ofMinutes(30));
                    }),
            new AlarmRehearsal("ObjectFailures", Way.OBJECTS, "each attempt at an object fails, and the queue gets the"
                    + " event", stream -> {
                        pollsFail(stream, SourceAlarms::object, AlarmRehearsal.QUARTER);
                        counted(stream, "ObjectFailures", 1);
                    }, "the queue is purged", stream -> counted(stream, "ObjectFailures", 0)),
            new AlarmRehearsal("ObjectsLost", Way.OBJECTS, "EventBridge may not use the key of the two queues, and"
                    + " neither takes an event", stream -> counted(stream, "ObjectsLost", 1), "the key lets it in",
                    stream -> AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD)),
            new AlarmRehearsal("LogsFailures", Way.LOGS, "each attempt at an event of a log group fails, and the queue"
                    + " gets it", stream -> {
                        givenUp(stream);
                        counted(stream, "LogsFailures", 1);
                    }, "the queue is purged", stream -> counted(stream, "LogsFailures", 0)),
            new AlarmRehearsal("LogsLost", Way.LOGS, "each attempt at an event of a log group fails, and the queue"
                    + " does not take it", stream -> {
                        givenUp(stream);
                        counted(stream, "LogsLost", 1);
                    }, "the next event is staged", stream -> {
                        stream.http.refuse(_ -> false);
                        stream.transformed(logs(AlarmRehearsal.RECORD, stream.now));
                        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD);
                    }));

    private SourceAlarms() {}

    /// A mapping tries a batch again and again.
    private static void pollsFail(StreamOnAlert stream, Event event, Duration time) throws IOException {
        stream.refuseTheIndex();
        JsonNode batch = event.of(AlarmRehearsal.RECORD, stream.now);
        for (Instant end = stream.now.plus(time); stream.now.isBefore(end);) {
            assertThrows(RuntimeException.class, () -> stream.transformed(batch));
            AlarmRehearsal.later(stream, AlarmRehearsal.MINUTE);
        }
    }

    private static void givenUp(StreamOnAlert stream) throws IOException {
        stream.refuseTheIndex();
        JsonNode event = logs(AlarmRehearsal.RECORD, stream.now);
        for (int i = 0; i < ASYNCHRONOUS_ATTEMPTS; i++) {
            assertThrows(RuntimeException.class, () -> stream.transformed(event));
            AlarmRehearsal.later(stream, AlarmRehearsal.MINUTE);
        }
    }

    /// What AWS counts, for a period.
    private static void counted(StreamOnAlert stream, String alarm, double value) {
        stream.counted(alarm, value);
        AlarmRehearsal.later(stream, AlarmRehearsal.PERIOD);
    }

    private static JsonNode kinesis(String record, Instant arrived) throws IOException {
        return Synthesis.JSON.readTree("""
                {"Records":[{"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"p","sequenceNumber":"1000",
                 "data":"%s","approximateArrivalTimestamp":%d.0},"eventSource":"aws:kinesis","eventVersion":"1.0",
                 "eventID":"shardId-000000000000:1000","eventName":"aws:kinesis:record","invokeIdentityArn":"arn",
                 "awsRegion":"us-east-1","eventSourceARN":"arn:aws:kinesis:us-east-1:123456789012:stream/orders"}]}"""
                .formatted(base64(record.getBytes(UTF_8)), arrived.getEpochSecond()));
    }

    private static JsonNode kafka(String record, Instant arrived) throws IOException {
        return Synthesis.JSON.readTree("""
                {"eventSource":"aws:kafka",
                 "eventSourceArn":"arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a-2b-3",
                 "bootstrapServers":"b-1.shop:9092","records":{"orders-0":[{"topic":"orders","partition":0,
                 "offset":15,"timestamp":%d,"timestampType":"CREATE_TIME","value":"%s","headers":[]}]}}"""
                .formatted(arrived.toEpochMilli(), base64(record.getBytes(UTF_8))));
    }

    private static JsonNode message(String record, Instant sent) {
        var event = Synthesis.JSON.createObjectNode();
        event.putArray("Records").addObject().put("messageId", "1").put("receiptHandle", "r").put("body", record)
                .put("eventSource", "aws:sqs").put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:orders")
                .putObject("attributes").put("SentTimestamp", Long.toString(sent.toEpochMilli()));
        return event;
    }

    /// Of an object that is gone, for which an error record is to be staged.
    private static JsonNode object(String record, Instant put) throws IOException {
        return Synthesis.JSON.readTree("""
                {"Records":[{"eventSource":"aws:s3","eventName":"ObjectCreated:Put","eventTime":"%s",
                 "s3":{"bucket":{"name":"%s"},"object":{"key":"in/%s","eTag":"e"}}}]}""".formatted(put,
                StreamOnAlert.BUCKET, Integer.toHexString(record.hashCode())));
    }

    private static JsonNode change(String record, Instant changed) throws IOException {
        var shop = Synthesis.JSON.readTree(record).path("shop").asText();
        return Synthesis.JSON.readTree("""
                {"Records":[{"eventID":"c1","eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",
                 "awsRegion":"us-east-1","dynamodb":{"ApproximateCreationDateTime":%d,"Keys":{"id":{"S":"1"}},
                 "NewImage":{"id":{"S":"1"},"shop":{"S":"%s"}},"SequenceNumber":"17","SizeBytes":9,
                 "StreamViewType":"NEW_AND_OLD_IMAGES"},
                 "eventSourceARN":"arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2026-11-01"}]}"""
                .formatted(changed.getEpochSecond(), shop));
    }

    private static JsonNode logs(String record, Instant arrived) throws IOException {
        var event = Synthesis.JSON.createObjectNode().put("id", "1").put("timestamp", arrived.toEpochMilli())
                .put("message", record);
        var data = Synthesis.JSON.createObjectNode().put("messageType", "DATA_MESSAGE").put("owner", "123456789012")
                .put("logGroup", "/app/returns").put("logStream", "1");
        data.putArray("subscriptionFilters").add("orders");
        data.putArray("logEvents").add(event);
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(data.toString().getBytes(UTF_8));
        }
        var logs = Synthesis.JSON.createObjectNode();
        logs.putObject("awslogs").put("data", base64(bytes.toByteArray()));
        return logs;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
