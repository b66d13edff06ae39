package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceType;
import io.sluice.objects.ObjectKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectEventReaderTest {
    private static final UploadEvent NOTICE = new UploadEvent("orders",
            new ObjectKey("in/acme corp/2026-11-22+orders.jsonl"), Optional.empty(),
            Optional.of("d41d8cd98f00b204e9800998ecf8427e"), Instant.parse("2026-11-22T12:00:00Z"));

    private static List<ObjectMessage> read(byte[] event) throws IOException {
        return new SourceEvents(new EventSettings(SourceType.S3, RecordForm.PAYLOAD, Optional.empty()),
                () -> Instant.EPOCH).readObjects(new ByteArrayInputStream(event));
    }

    private static byte[] example(String name) throws IOException {
        return Files.readAllBytes(Path.of("..", "..", "events", "s3", name));
    }

    private static String refusal(String event) {
        return String.valueOf(assertThrows(EventFormatException.class, () -> read(event.getBytes(UTF_8)))
                .getMessage());
    }

    /// Keys are encoded in the one, and not in the other.
    @Test
    void bothNotificationsNameTheSameVersion() throws IOException {
        for (String name : List.of("event.json", "eventbridge.json")) {
            assertEquals(List.of(new ObjectMessage.Read("", List.of(NOTICE))), read(example(name)), name);
        }
    }

    /// Of a bucket with versions.
    @ParameterizedTest
    @CsvSource({"event.json, versionId", "eventbridge.json, version-id"})
    void aVersionIsNamedByItsId(String name, String field) throws IOException {
        String event = new String(example(name), UTF_8).replace("\"size\": 1024",
                "\"" + field + "\": \"096fKKXTRTtl3on89fVO\", \"size\": 1024");
        assertTrue(read(event.getBytes(UTF_8)).getFirst() instanceof ObjectMessage.Read(_, var notices)
                && notices.getFirst().version().equals(Optional.of("096fKKXTRTtl3on89fVO")));
    }

    /// All of them would be one version, and all but the first be taken for repeats.
    @Test
    void anObjectOfABucketWhoseVersionsAreSuspendedIsKnownByItsContent() throws IOException {
        String event = new String(example("event.json"), UTF_8).replace("\"size\": 1024",
                "\"versionId\": \"null\", \"size\": 1024");
        assertEquals(List.of(new ObjectMessage.Read("", List.of(NOTICE))), read(event.getBytes(UTF_8)));
    }

    @Test
    void messagesOfAQueueNameThemToo() throws IOException {
        assertEquals(List.of(new ObjectMessage.Read("0b1c0001-0000-4000-8000-000000000001", List.of()),
                new ObjectMessage.Read("0b1c0002-0000-4000-8000-000000000002", List.of(NOTICE)),
                new ObjectMessage.Read("0b1c0003-0000-4000-8000-000000000003", List.of(NOTICE))),
                read(example("queue.json")));
    }

    @Test
    void whatIsNotPutIntoABucketIsPassedOver() throws IOException {
        String removed = new String(example("event.json"), UTF_8).replace("ObjectCreated:Put", "ObjectRemoved:Delete");
        assertEquals(List.of(new ObjectMessage.Read("", List.of())), read(removed.getBytes(UTF_8)));
        String deleted = new String(example("eventbridge.json"), UTF_8).replace("Object Created", "Object Deleted");
        assertEquals(List.of(new ObjectMessage.Read("", List.of())), read(deleted.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "eventSource": "aws:s3"      | "eventSource": "aws:ses"     | The event is of aws:ses, and the stream takes
            "eventSource": "aws:s3",     | ''                           | has no /Records/0/eventSource
            "eventName": "ObjectCreated:Put", | ''                      | has no /Records/0/eventName
            "eventTime": "2026-11-22T12:00:00.000Z", | ''               | has no /Records/0/eventTime
            2026-11-22T12:00:00.000Z     | yesterday                    | Records/0/eventTime is no time
            "name": "orders",      | ''                           | has no /Records/0/s3/bucket/name
            "name": "orders",      | "name": 5,                   | Records/0/s3/bucket/name is not a text
            acme+corp                    | acme%2                       | Records/0/s3/object/key has a % without two
            acme+corp                    | acme%zzcorp                  | Records/0/s3/object/key has a % without two
            acme+corp                    | acme%FFcorp                  | Records/0/s3/object/key is no UTF-8
            """, quoteCharacter = '\'')
    void aFieldThatIsWrongIsNamed(String good, String bad, String message) throws IOException {
        String event = new String(example("event.json"), UTF_8);
        String refusal = refusal(event.replace(good, bad == null ? "" : bad));
        assertTrue(refusal.contains(message), refusal);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "source": "aws.s3",             | "source": "aws.ec2",  | /source is not aws.s3
            "detail-type": "Object Created", | ''                   | has no /detail-type
            "time": "2026-11-22T12:00:00Z", | ''                    | has no /time
            "key": "in                      | "kay": "in            | has no /detail/object/key
            "detail": {                     | "details": {          | no /detail as an event of EventBridge has
            """, quoteCharacter = '\'')
    void aFieldOfEventBridgeThatIsWrongIsNamed(String good, String bad, String message) throws IOException {
        String event = new String(example("eventbridge.json"), UTF_8);
        String refusal = refusal(event.replace(good, bad == null ? "" : bad));
        assertTrue(refusal.contains(message), refusal);
    }

    @Test
    void aKeyLongerThanS3TakesIsRefused() throws IOException {
        String event = new String(example("event.json"), UTF_8).replace("acme+corp", "a".repeat(1_025));
        assertTrue(refusal(event).contains("Records/0/s3/object/key is longer than 1024 bytes"), refusal(event));
    }

    /// The others of the batch are not touched by it.
    @Test
    void aMessageThatIsNoNotificationSaysSoItself() throws IOException {
        List<ObjectMessage> messages = read(new String(example("queue.json"), UTF_8)
                .replace("\\\"Event\\\":\\\"s3:TestEvent\\\"", "\\\"Event\\\":\\\"mine\\\"").getBytes(UTF_8));
        assertEquals(3, messages.size());
        assertTrue(messages.getFirst() instanceof ObjectMessage.Refused(var id, var why)
                && id.equals("0b1c0001-0000-4000-8000-000000000001")
                && String.valueOf(why.getMessage()).contains("is no notification of S3: The event has no /Records"),
                messages::toString);
        assertEquals(new ObjectMessage.Read("0b1c0002-0000-4000-8000-000000000002", List.of(NOTICE)),
                messages.get(1));
    }

    @Test
    void anEventOfAnotherSourceIsRefusedByItsName() {
        assertEquals("The event is of a CloudWatch Logs subscription, and the stream takes those of S3 notifications;"
                + " for these set Sluice.Source.Type to cloudwatch-logs", refusal("{\"awslogs\":{\"data\":\"\"}}"));
        assertTrue(refusal(KafkaEvents.EVENT).startsWith("The event is of a Kafka event source"));
        assertTrue(refusal(ChangesEvents.EVENT).startsWith("The event is of a DynamoDB stream"));
    }

    @Test
    void anErrorRecordSaysWhatToHandOverAgain() {
        assertEquals("{\"bucket\":\"b\",\"key\":\"a \\\"k\\\"\\t\",\"eTag\":\"e\","
                + "\"eventTime\":\"1970-01-01T00:00:00Z\"}",
                new String(new UploadEvent("b", new ObjectKey("a \"k\"\t"), Optional.empty(), Optional.of("e"),
                        Instant.EPOCH).toJson(), UTF_8));
    }
}
