package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// Events with records of the stream `orders`, as the transform function gets them.
public final class Records {
    static final String REJECTED = "not JSON";
    /// Beyond the size from which objects are written in parts, compressed too.
    private static final int LARGE_RECORDS = 24;
    private static final int LARGE_BYTES = 720 << 10;
    private final AtomicLong sequence = new AtomicLong(1);

    public static String order(String shop) {
        return "{\"shop\":\"" + shop + "\",\"id\":\"1\"}";
    }

    /// Records of one shop that hardly compress.
    static List<String> large(String shop) {
        var random = new Random(7);
        var bytes = new byte[LARGE_BYTES];
        return IntStream.range(0, LARGE_RECORDS).mapToObj(_ -> {
            random.nextBytes(bytes);
            return "{\"shop\":\"" + shop + "\",\"id\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}";
        }).toList();
    }

    /// A batch of Firehose's.
    String firehose(Instant arrived, List<String> records) {
        ObjectNode event = Synthesis.JSON.createObjectNode().put("invocationId", "1");
        var all = event.putArray("records");
        records.forEach(record -> all.addObject().put("recordId", Long.toString(sequence.getAndIncrement()))
                .put("approximateArrivalTimestamp", arrived.toEpochMilli()).put("data", base64(record)));
        return event.toString();
    }

    /// A batch of a Kinesis event source.
    String kinesis(int shard, Instant arrived, List<String> records) {
        ObjectNode event = Synthesis.JSON.createObjectNode();
        var all = event.putArray("Records");
        records.forEach(record -> {
            String number = Long.toString(sequence.getAndIncrement());
            var each = all.addObject().put("eventSource", "aws:kinesis").put("eventVersion", "1.0")
                    .put("eventID", "shardId-%012d:%s".formatted(shard, number)).put("eventName", "aws:kinesis:record")
                    .put("awsRegion", "us-east-1")
                    .put("eventSourceARN", "arn:aws:kinesis:us-east-1:123456789012:stream/orders");
            each.putObject("kinesis").put("kinesisSchemaVersion", "1.0").put("partitionKey", "p")
                    .put("sequenceNumber", number).put("data", base64(record))
                    .put("approximateArrivalTimestamp", arrived.getEpochSecond());
        });
        return event.toString();
    }

    /// A batch of an SQS event source.
    String sqs(Instant sent, List<String> records) {
        ObjectNode event = Synthesis.JSON.createObjectNode();
        var all = event.putArray("Records");
        records.forEach(record -> all.addObject().put("messageId", Long.toString(sequence.getAndIncrement()))
                .put("receiptHandle", "r").put("body", record).put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:orders").put("awsRegion", "us-east-1")
                .putObject("attributes").put("SentTimestamp", Long.toString(sent.toEpochMilli())));
        return event.toString();
    }

    private static String base64(String record) {
        return Base64.getEncoder().encodeToString(record.getBytes(UTF_8));
    }
}
