package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.position.RecordName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqsEventReaderTest {
    @Test
    void eachMessageIsARecordOfItsBody() {
        SourceBatch batch = SqsEvents.read(SourceType.SQS, RecordForm.PAYLOAD, SqsEvents.EVENT);
        assertEquals(SourceType.SQS, batch.type());
        assertEquals(SqsEvents.QUEUE, batch.sourceArn());
        assertEquals(List.of("059f36b4-87a3-44ab-83d2-661975830a7d", "2e1424d4-f796-459a-8184-9c92662be6da"),
                batch.records().stream().map(SourceRecord::recordId).toList());
        assertEquals("Test message.", text(batch.records().getFirst()));
        assertEquals(Instant.ofEpochMilli(1_545_082_649_183L), batch.records().getFirst().arrival());
        assertNotEquals(name(batch.records().getFirst()), name(batch.records().getLast()));
    }

    @Test
    void anEnvelopeHasTheQueueAndTheAttributes() {
        SourceBatch batch = SqsEvents.read(SourceType.SQS, RecordForm.ENVELOPE, SqsEvents.EVENT);
        assertEquals("{\"queue\":\"" + SqsEvents.QUEUE + "\",\"messageId\":\"059f36b4-87a3-44ab-83d2-661975830a7d\","
                + "\"sentTimestamp\":1545082649183,\"messageGroupId\":null,\"attributes\":[{\"name\":\"myAttribute\","
                + "\"type\":\"String\",\"value\":\"myValue\"}],\"bodyText\":\"Test message.\"}",
                text(batch.records().getFirst()));
        assertTrue(text(batch.records().getLast()).contains("\"messageGroupId\":\"g\",\"attributes\":[],"));
        assertTrue(text(one(SourceType.SQS, RecordForm.ENVELOPE, "m", "{\"a\":\n1.50}"))
                .endsWith(",\"body\":{\"a\": 1.50}}"));
    }

    @Test
    void aBodyMayBeAnything() {
        for (String body : List.of("", "\u0000", "no json {", "[1,", "\u20ac \ud83d\ude00")) {
            String escaped = body.replace("\u0000", "\\u0000");
            assertEquals(body, text(SqsEvents.read(SourceType.SQS, RecordForm.PAYLOAD,
                    SqsEvents.of("m", "BODY").replace("BODY", escaped)).records().getFirst()));
        }
    }

    /// It is the same message whoever reads what of it, and another one in another queue.
    @Test
    void aMessageIsKnownByItsQueueItsIdAndItsBody() {
        RecordName name = name(one(SourceType.SQS, RecordForm.PAYLOAD, "m", "b"));
        assertEquals(name, name(one(SourceType.SQS, RecordForm.ENVELOPE, "m", "b")));
        assertNotEquals(name, name(one(SourceType.SQS, RecordForm.PAYLOAD, "n", "b")));
        assertNotEquals(name, name(one(SourceType.SQS, RecordForm.PAYLOAD, "m", "c")));
        assertNotEquals(name, name(SqsEvents.read(SourceType.SQS, RecordForm.PAYLOAD,
                SqsEvents.of("m", "b").replace("my-queue", "other")).records().getFirst()));
        assertEquals(name, name(SqsEvents.read(SourceType.SQS, RecordForm.PAYLOAD,
                SqsEvents.of("m", "b").replace("\"5\"", "\"6\"")).records().getFirst()));
    }

    @Test
    void aNotificationIsKnownByItsTopicHoweverOftenItIsInTheQueue() {
        SourceRecord first = one(SourceType.SNS, RecordForm.PAYLOAD, "m1", SqsEvents.NOTIFICATION);
        SourceRecord again = one(SourceType.SNS, RecordForm.PAYLOAD, "m2", SqsEvents.NOTIFICATION);
        assertEquals("{\"k\": 1}", text(first));
        assertEquals(name(first), name(again));
        assertEquals("m2", again.recordId());
        assertNotEquals(name(first), name(one(SourceType.SNS, RecordForm.PAYLOAD, "m1",
                SqsEvents.NOTIFICATION.replace(": 1}", ": 2}"))), "another message is no repeat, whatever id it has");
    }

    @Test
    void aNotificationsEnvelopeHasItsTopicAndItsAttributes() {
        assertEquals("{\"topic\":\"arn:aws:sns:us-west-2:123456789012:MyTopic\","
                + "\"messageId\":\"22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324\",\"timestamp\":\"2012-05-02T00:54:06.655Z\","
                + "\"subject\":\"My First Message\",\"attributes\":[{\"name\":\"tenant\",\"type\":\"String\","
                + "\"value\":\"acme\"}],\"message\":{\"k\": 1}}",
                text(one(SourceType.SNS, RecordForm.ENVELOPE, "m", SqsEvents.NOTIFICATION)));
    }

    /// Raw delivery, a test event of S3, another sender: none of them is lost, and none blocks the queue.
    @ParameterizedTest
    @ValueSource(strings = {"raw", "{}", "{\"Service\":\"Amazon S3\",\"Event\":\"s3:TestEvent\"}",
            "{\"Type\":\"Notification\",\"TopicArn\":\"t\",\"MessageId\":\"i\"}",
            "{\"Type\":\"Notification\",\"TopicArn\":\"t\",\"MessageId\":\"i\",\"Message\":5}",
            "{\"Type\":\"Notification\",\"TopicArn\":\"t\",\"MessageId\":\"i\",\"Message\":\"a\",\"Message\":\"b\"}",
            "{\"Type\":\"SubscriptionConfirmation\",\"TopicArn\":\"t\",\"MessageId\":\"i\",\"Message\":\"a\"}"})
    void whatIsNoNotificationIsTheMessageItself(String body) {
        SourceRecord record = one(SourceType.SNS, RecordForm.PAYLOAD, "m", body);
        assertEquals(body, text(record));
        assertEquals(name(one(SourceType.SQS, RecordForm.PAYLOAD, "m", body)), name(record));
    }

    @Test
    void anEventOfNoMessagesHasNoRecords() {
        assertEquals(List.of(), SqsEvents.read(SourceType.SQS, RecordForm.PAYLOAD, "{\"Records\": []}").records());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"\"messageId\": \"m\", | has no /Records/0/messageId",
            "\"eventSource\": \"aws:sqs\", | has no /Records/0/eventSource",
            "\"attributes\": {\"SentTimestamp\": \"5\"}, | has no /Records/0/attributes/SentTimestamp",
            ", \"body\": \"b\" | has no /Records/0/body",
            "\"eventSourceARN\": \"arn:aws:sqs:us-east-2:123456789012:my-queue\", | has no /Records/0/eventSourceARN"})
    void aMessageWithoutWhatItNeedsIsRefused(String without, String message) {
        String event = SqsEvents.of("m", "b").replace("\n ", " ");
        assertTrue(event.contains(without), event);
        assertRefused(event.replace(without, ""), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"\"b\" | null | body is not a text", "\"5\" | \"x\" | is not a whole number",
            "\"5\" | \"-1\" | is not between the years", "\"aws:sqs\" | \"aws:sns\" | aws:sns",
            "\"b\" | \"\\ud83d\" | body holds half of a surrogate pair",
            "\"b\" | \"b\", \"body\": \"c\" | Duplicate field"})
    void aMessageOfAnotherShapeIsRefused(String from, String to, String message) {
        assertRefused(SqsEvents.of("m", "b").replace(from, to), message);
    }

    private static void assertRefused(String event, String message) {
        var failure = assertThrows(EventFormatException.class,
                () -> SqsEvents.read(SourceType.SQS, RecordForm.PAYLOAD, event));
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
    }

    private static SourceRecord one(SourceType source, RecordForm form, String id, String body) {
        return SqsEvents.read(source, form, SqsEvents.of(id, body)).records().getFirst();
    }

    private static String text(SourceRecord record) {
        return new String(record.data(), UTF_8);
    }

    private static RecordName name(SourceRecord record) {
        return record.name().orElseThrow();
    }
}
