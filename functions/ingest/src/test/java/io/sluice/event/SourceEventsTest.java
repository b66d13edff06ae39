package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.PayloadMember;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SourceEventsTest {
    private static final Map<SourceType, byte[]> EVENTS = new HashMap<>(Map.of(SourceType.FIREHOSE, """
            {"invocationId": "i", "deliveryStreamArn": "arn:d", "records": [
             {"recordId": "1", "approximateArrivalTimestamp": 1517942400000, "data": "YQ=="}]}""".getBytes(UTF_8),
            SourceType.KINESIS, """
                    {"Records": [{"eventSource": "aws:kinesis", "eventID": "shardId-000000000000:1",
                     "eventSourceARN": "arn:k", "kinesis": {"approximateArrivalTimestamp": 1517942400.5}}]}"""
                    .getBytes(UTF_8),
            SourceType.KAFKA, KafkaEvents.EVENT.getBytes(UTF_8), SourceType.CLOUDWATCH_LOGS,
            LogsEvents.event(LogsEvents.gzip(LogsEvents.CONTENT.getBytes(UTF_8))), SourceType.SQS,
            SqsEvents.EVENT.getBytes(UTF_8), SourceType.DYNAMODB_STREAMS,
            ChangesEvents.EVENT.getBytes(UTF_8)));

    @ParameterizedTest
    @EnumSource
    void aStreamTakesItsOwnSourcesEventsAndNoOthers(SourceType taking) {
        EVENTS.forEach((source, event) -> {
            boolean takes = source == taking || (taking == SourceType.FIREHOSE_OR_KINESIS
                    && (source == SourceType.FIREHOSE || source == SourceType.KINESIS))
                    || (taking == SourceType.SNS && source == SourceType.SQS);
            if (takes) {
                assertEquals(taking == SourceType.SNS ? taking : source, read(taking, event).type());
            } else {
                assertRefused(taking, event,
                        "The event is of " + source.described() + ", and the stream takes those of "
                                + taking.described() + "; for these set Sluice.Source.Type to " + source.configured());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void eventsThatSluiceDoesNotReadAreRefusedByTheirName(SourceType taking) {
        String message = "The event is of aws:ses, and the stream takes those of " + taking.described()
                + ", none of which Sluice reads";
        assertRefused(taking, "{\"Records\": [{\"messageId\": \"1\", \"eventSource\": \"aws:ses\"}]}".getBytes(UTF_8),
                message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{} | no /records", "[] | not a JSON object",
            "{\"records\": | not valid JSON", "{\"Records\": []} | no /records", "{\"Records\": [5]} | no /records"})
    void whatIsLikeNoEventIsRefusedForWhatItLacks(String event, String message) {
        assertRefused(SourceType.KAFKA, event.getBytes(UTF_8), message);
    }

    @Test
    void anMskSourceOfFirehoseIsFirehose() {
        String event = new String(EVENTS.get(SourceType.FIREHOSE), UTF_8).replace("data", "kafkaRecordValue");
        SourceBatch batch = read(SourceType.FIREHOSE, event.getBytes(UTF_8));
        assertEquals(SourceType.FIREHOSE, batch.type());
        assertEquals(PayloadMember.KAFKA_RECORD_VALUE, batch.payload());
    }

    private static SourceBatch read(SourceType taking, byte[] event) {
        return KafkaEvents.read(event, new EventSettings(taking, RecordForm.PAYLOAD, Optional.empty()));
    }

    private static void assertRefused(SourceType taking, byte[] event, String message) {
        var failure = assertThrows(EventFormatException.class, () -> read(taking, event));
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
    }
}
