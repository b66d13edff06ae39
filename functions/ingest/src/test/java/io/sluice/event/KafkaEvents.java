package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/// Kafka events, and how they are read.
final class KafkaEvents {
    static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    static final String ARN = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/0b1c2d3e-4f50-6172-8394-a5b6c7d8-2";
    static final String EVENT = """
            {"eventSource": "aws:kafka",
             "eventSourceArn": "%s",
             "bootstrapServers": "b-1.shop.kafka.us-east-1.aws.test:9092,b-2.shop.kafka.us-east-1.aws.test:9092",
             "records": {
               "orders-0": [
                 {"topic": "orders", "partition": 0, "offset": 41, "timestamp": 1795348800000,
                  "timestampType": "CREATE_TIME", "key": "Yy03", "value": "eyJrIjoiYSJ9",
                  "headers": [{"trace": [97, 98, 45, 49]}]},
                 {"topic": "orders", "partition": 0, "offset": 43, "timestamp": 1795348800100,
                  "timestampType": "CREATE_TIME", "key": "Yy04", "value": null, "headers": []}],
               "orders-1": [
                 {"topic": "orders", "partition": 1, "offset": 7, "timestamp": 1795348800200,
                  "timestampType": "LOG_APPEND_TIME", "value": "dGV4dA==", "headers": []}]}}"""
            .formatted(ARN);

    private KafkaEvents() {}

    static SourceBatch read(String event) {
        return read(event.getBytes(UTF_8), RecordForm.PAYLOAD);
    }

    static SourceBatch read(byte[] event, RecordForm form) {
        return read(event, new EventSettings(SourceType.KAFKA, form, Optional.empty()));
    }

    static SourceBatch read(byte[] event, EventSettings settings) {
        try {
            return new SourceEvents(settings, () -> NOW).read(new ByteArrayInputStream(event));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// An event of one record with that value and others of its members.
    static String of(String members, byte[] value) {
        return """
                {"eventSource": "aws:kafka", "eventSourceArn": "%s", "records": {"t-0": [{"topic": "t", "partition": 0,
                 "offset": 1, "timestamp": 5, %s"value": "%s"}]}}""".formatted(ARN, members,
                Base64.getEncoder().encodeToString(value));
    }
}
