package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever an event holds, all of its records are read, or it is refused in one sentence. `-Dsluice.mutations` and
/// `-Dsluice.mutationSeed` try others, and more of them.
final class MutatedSourceEventsTest {
    private static final int ROUNDS = Integer.getInteger("sluice.mutations", 5_000);
    private static final JsonMapper JSON = new JsonMapper();

    private final Random random = new Random(Long.getLong("sluice.mutationSeed", 7));

    @ParameterizedTest
    @EnumSource
    void aKafkaEventIsReadWhollyOrRefused(RecordForm form) {
        byte[] good = KafkaEvents.EVENT.getBytes(UTF_8);
        int batches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] event = mutated(good);
            Optional<SourceBatch> batch = read(SourceType.KAFKA, form, event);
            batches += batch.isPresent() ? 1 : 0;
            batch.ifPresent(each -> assertWhole(each, records(event, "records"), event));
            batch.ifPresent(each -> each.records()
                    .forEach(record -> assertTrue(record.position().isPresent() && !record.recordId().isEmpty())));
        }
        assertTrue(batches > ROUNDS / 100, "most changes break an event, and some do not: " + batches);
    }

    @ParameterizedTest
    @EnumSource
    void theContentOfALogsEventIsReadWhollyOrRefused(RecordForm form) {
        byte[] good = LogsEvents.CONTENT.getBytes(UTF_8);
        int batches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] content = mutated(good);
            Optional<SourceBatch> batch = read(SourceType.CLOUDWATCH_LOGS, form,
                    LogsEvents.event(LogsEvents.gzip(content)));
            batches += batch.isPresent() ? 1 : 0;
            batch.filter(_ -> new String(content, UTF_8).contains("DATA_MESSAGE"))
                    .ifPresent(each -> assertWhole(each, records(content, "logEvents"), content));
        }
        assertTrue(batches > ROUNDS / 100, "most changes break an event, and some do not: " + batches);
    }

    /// A change of the compressed bytes is noticed, or it is in the header, of which nothing is used.
    @Test
    void aLogsEventIsReadWhollyOrRefused() {
        byte[] gzip = LogsEvents.gzip(LogsEvents.CONTENT.getBytes(UTF_8));
        for (int round = 0; round < ROUNDS; round++) {
            byte[] event = round % 2 == 0 ? LogsEvents.event(mutated(gzip)) : mutated(LogsEvents.event(gzip));
            read(SourceType.CLOUDWATCH_LOGS, RecordForm.ENVELOPE, event)
                    .ifPresent(batch -> assertTrue(batch.records().size() == 2, () -> new String(event, UTF_8)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anSqsEventIsReadWhollyOrRefused(RecordForm form) {
        byte[] good = (SqsEvents.EVENT.strip().replace("]}", "").stripTrailing() + ","
                + SqsEvents.of("n", SqsEvents.NOTIFICATION).replace("{\"Records\": [", "")).getBytes(UTF_8);
        int batches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] event = mutated(good);
            Optional<SourceBatch> batch = read(round % 2 == 0 ? SourceType.SQS : SourceType.SNS, form, event);
            batches += batch.isPresent() ? 1 : 0;
            batch.ifPresent(each -> assertWhole(each, records(event, "Records"), event));
            batch.ifPresent(each -> each.records()
                    .forEach(record -> assertTrue(record.name().isPresent() && !record.recordId().isEmpty())));
        }
        assertTrue(batches > ROUNDS / 100, "most changes break an event, and some do not: " + batches);
    }

    @Test
    void anEventOfChangesIsReadWhollyOrRefused() {
        byte[] good = ChangesEvents.EVENT.getBytes(UTF_8);
        int batches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] event = mutated(good);
            Optional<SourceBatch> batch = read(SourceType.DYNAMODB_STREAMS, RecordForm.ENVELOPE, event);
            batches += batch.isPresent() ? 1 : 0;
            batch.ifPresent(each -> assertWhole(each, records(event, "Records"), event));
            batch.ifPresent(each -> each.records().forEach(
                    record -> assertTrue(record.name().isPresent() && record.data().length > 100)));
        }
        assertTrue(batches > ROUNDS / 100, "most changes break an event, and some do not: " + batches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"event.json", "eventbridge.json", "queue.json"})
    void anEventOfObjectsIsReadWhollyOrRefused(String example) throws IOException {
        byte[] good = Files.readAllBytes(Path.of("..", "..", "events", "s3", example));
        int read = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] event = mutated(good);
            Optional<List<ObjectMessage>> messages = objects(event);
            read += messages.isPresent() ? 1 : 0;
            messages.ifPresent(each -> assertWhole(each, event));
        }
        assertTrue(read > ROUNDS / 100, "most changes break an event, and some do not: " + read);
    }

    private static Optional<List<ObjectMessage>> objects(byte[] event) {
        try {
            return Optional.of(new SourceEvents(new EventSettings(SourceType.S3, RecordForm.PAYLOAD,
                    Optional.empty()), () -> Instant.EPOCH).readObjects(new ByteArrayInputStream(event)));
        } catch (EventFormatException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 10, e.toString());
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return fail(new String(event, UTF_8), e);
        }
    }

    /// Every message has something to come again by, and each object that another reader of JSON finds is named.
    private static void assertWhole(List<ObjectMessage> messages, byte[] event) {
        JsonNode all = records(event, "");
        boolean queue = all.at("/Records/0/eventSource").asText().equals("aws:sqs");
        int found = queue ? all.path("Records").size() : 1;
        assertFalse(messages.size() != found || messages.stream().anyMatch(each -> each.id().isEmpty() == queue),
                () -> new String(event, UTF_8));
        for (int n = 0; n < found; n++) {
            if (messages.get(n) instanceof ObjectMessage.Read(_, var notices)) {
                JsonNode said = queue ? records(all.at("/Records/" + n + "/body").asText().getBytes(UTF_8), "") : all;
                int created = 0;
                for (JsonNode record : said.path("Records")) {
                    created += record.path("eventName").asText().matches("(s3:)?ObjectCreated:.*(?s)") ? 1 : 0;
                }
                created += said.path("detail-type").asText().equals("Object Created") ? 1 : 0;
                assertFalse(created != notices.size(), () -> new String(event, UTF_8));
            }
        }
    }

    private static Optional<SourceBatch> read(SourceType source, RecordForm form, byte[] event) {
        try {
            return Optional.of(KafkaEvents.read(event, new EventSettings(source, form, Optional.empty())));
        } catch (EventFormatException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 10, e.toString());
            return Optional.empty();
        } catch (RuntimeException e) {
            return fail(new String(event, UTF_8), e);
        }
    }

    /// As many records as another reader of JSON finds, and none of them without the bytes that it had.
    private static void assertWhole(SourceBatch batch, JsonNode records, byte[] event) {
        int found = 0;
        int withBytes = 0;
        for (JsonNode each : records) {
            for (JsonNode record : each.isArray() ? each : JSON.createArrayNode().add(each)) {
                found++;
                withBytes += record.path("value").asText("").isEmpty() && record.path("message").asText("").isEmpty()
                        && record.path("body").asText("").isEmpty()
                                ? 0
                                : 1;
            }
        }
        long bytes = batch.records().stream().filter(record -> record.data().length > 0).count();
        assertFalse(found != batch.records().size() || bytes < withBytes, () -> new String(event, UTF_8));
    }

    private static JsonNode records(byte[] event, String member) {
        try {
            JsonNode all = JSON.readTree(event);
            return member.isEmpty() ? all : all.path(member);
        } catch (IOException e) {
            return fail(new String(event, UTF_8), e);
        }
    }

    /// Some bytes changed, cut out or doubled.
    private byte[] mutated(byte[] good) {
        byte[] bytes = good.clone();
        for (int change = 0; change <= random.nextInt(3); change++) {
            int at = random.nextInt(bytes.length);
            int near = Math.min(bytes.length, at + random.nextInt(9));
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = spliced(bytes, at, near);
                default -> bytes = spliced(bytes, near, at);
            }
        }
        return bytes.length == 0 ? good.clone() : bytes;
    }

    /// The bytes up to `end`, then those from `from` on.
    private static byte[] spliced(byte[] bytes, int end, int from) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 16);
        out.write(bytes, 0, end);
        out.write(bytes, from, bytes.length - from);
        return out.toByteArray();
    }
}
