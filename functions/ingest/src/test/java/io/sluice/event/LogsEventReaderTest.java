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
import io.sluice.input.Decompression;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LogsEventReaderTest {
    @Test
    void eachLogEventIsARecord() {
        SourceBatch batch = LogsEvents.read(LogsEvents.CONTENT);
        assertEquals(SourceType.CLOUDWATCH_LOGS, batch.type());
        assertEquals(List.of("39217054112234564417612332134529387621", "39217054112234564417612332134529387622"),
                batch.records().stream().map(SourceRecord::recordId).toList());
        assertEquals(Instant.ofEpochMilli(1_795_348_800_040L), batch.records().get(1).arrival());
    }

    @Test
    void anEnvelopeHasWhatTheEventSaysOfIt() {
        assertEquals("{\"owner\":\"123456789012\",\"logGroup\":\"/shop/checkout\",\"logStream\":\"task/7f3a\","
                + "\"subscriptionFilters\":[\"to-sluice\"],\"id\":\"39217054112234564417612332134529387622\","
                + "\"timestamp\":1795348800040,\"message\":\"no JSON\\n\",\"extractedFields\":{\"n\":\"1\"}}",
                text(LogsEvents.read(LogsEvents.CONTENT), 1));
    }

    @Test
    void aPayloadIsTheMessage() {
        SourceBatch batch = LogsEvents.read(LogsEvents.event(LogsEvents.gzip(LogsEvents.CONTENT.getBytes(UTF_8))),
                RecordForm.PAYLOAD);
        assertEquals("{\"level\":\"info\"}", text(batch, 0));
        assertEquals("no JSON\n", text(batch, 1));
    }

    @Test
    void aControlMessageHasNoRecords() {
        assertEquals(List.of(), LogsEvents.read(LogsEvents.CONTROL).records());
    }

    /// A log group may have two filters on one function: each sends all it lets through.
    @Test
    void twoFiltersAreTwoSenders() {
        assertNotEquals(LogsEvents.read(LogsEvents.CONTENT).sourceArn(),
                LogsEvents.read(LogsEvents.CONTENT.replace("to-sluice", "errors")).sourceArn());
    }

    @Test
    void severalMembersAreOneContent() {
        byte[] content = LogsEvents.CONTENT.getBytes(UTF_8);
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.writeBytes(LogsEvents.gzip(Arrays.copyOf(content, 100)));
        members.writeBytes(LogsEvents.gzip(Arrays.copyOfRange(content, 100, content.length)));
        assertEquals(2, LogsEvents.read(LogsEvents.event(members.toByteArray()), RecordForm.ENVELOPE).records().size());
    }

    /// Each place at which it may end, and the other half of it would be lost.
    @Test
    void whatIsCutShortIsRefusedWhereverItEnds() {
        byte[] data = LogsEvents.gzip(LogsEvents.CONTENT.getBytes(UTF_8));
        for (int length = 1; length < data.length; length++) {
            refused(LogsEvents.event(Arrays.copyOf(data, length)), "/awslogs/data cannot be read: The record cannot be"
                    + " decompressed: ");
        }
    }

    @Test
    void twoContentsInOneEventAreRefused() {
        byte[] one = LogsEvents.gzip(LogsEvents.CONTENT.getBytes(UTF_8));
        byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        refused(LogsEvents.event(two), "something after the closing brace");
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeItIsThere() {
        refused(LogsEvents.event(LogsEvents.gzip(new byte[Decompression.CONTENT_BYTES_MAX + 1])),
                "holds more than " + Decompression.CONTENT_BYTES_MAX + " bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"DATA_MESSAGE | OTHER | /messageType OTHER, neither",
            "\"messageType\" | \"type\" | no /messageType", "\"logGroup\" | \"group\" | no /logGroup",
            "\"logStream\" | \"stream\" | no /logStream", "\"owner\" | \"account\" | no /owner",
            "\"logEvents\" | \"events\" | no /logEvents",
            "\"message\": \"no JSON\\n\", | | no /logEvents/1/message",
            "\"message\": \"no JSON\\n\" | \"message\": 5 | /logEvents/1/message is not a text",
            "\"timestamp\": 1795348800040, | | no /logEvents/1/timestamp",
            "1795348800040 | -1 | /logEvents/1/timestamp is not between", "1795348800040 | 1e9 | not a whole number",
            "\"id\": \"39217054112234564417612332134529387622\" | \"id\": \"\" | no /logEvents/1/id",
            "\"logEvents\": [ | \"logEvents\": [], \"logEvents\": [ | Duplicate field 'logEvents'",
            "[\"to-sluice\"] | \"to-sluice\" | /subscriptionFilters is not an array"})
    void aMalformedContentIsRefusedByTheNameOfTheField(String part, @Nullable String other, String message) {
        String content = LogsEvents.CONTENT.replace(part, other == null ? "" : other);
        assertNotEquals(LogsEvents.CONTENT, content);
        refused(LogsEvents.event(LogsEvents.gzip(content.getBytes(UTF_8))), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{\"awslogs\": {}} | no /awslogs/data",
            "{\"awslogs\": {\"data\": \"\"}} | no /awslogs/data",
            "{\"awslogs\": {\"data\": null}} | no /awslogs/data", "{\"awslogs\": 5} | /awslogs is not an object",
            "{\"awslogs\": {\"data\": \"*\"}} | /awslogs/data is not base64", "[] | not a JSON object",
            "{\"awslogs\": {\"data\": \"aGVsbG8=\"}} | it is not gzip"})
    void aMalformedEventIsRefusedByTheNameOfTheField(String event, String message) {
        refused(event.getBytes(UTF_8), message);
    }

    private static void refused(byte[] event, String message) {
        var failure = assertThrows(EventFormatException.class, () -> LogsEvents.read(event, RecordForm.ENVELOPE));
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
    }

    private static String text(SourceBatch batch, int record) {
        return new String(batch.records().get(record).data(), UTF_8);
    }
}
