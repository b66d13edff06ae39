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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KafkaEventReaderTest {
    private static final String SELF_MANAGED = KafkaEvents.EVENT.replace("aws:kafka", "SelfManagedKafka")
            .replaceFirst("\"eventSourceArn\": \"[^\"]*\",", "");

    @Test
    void aBatchHasTheRecordsOfAllPartitionsWithTheirPositions() {
        SourceBatch batch = KafkaEvents.read(KafkaEvents.EVENT);
        assertEquals(SourceType.KAFKA, batch.type());
        assertEquals(KafkaEvents.ARN, batch.sourceArn());
        assertEquals(List.of("orders-0:41", "orders-0:43", "orders-1:7"),
                batch.records().stream().map(SourceRecord::recordId).toList());
        assertEquals(List.of("{\"k\":\"a\"}", "", "text"),
                batch.records().stream().map(record -> new String(record.data(), UTF_8)).toList());
        assertEquals(KafkaEvents.ARN + "/orders-0@43", batch.records().get(1).position().orElseThrow().toString());
        assertEquals(Instant.ofEpochMilli(1_795_348_800_000L), batch.records().getFirst().arrival());
    }

    /// Deleted keys come as null or without the member; the key and the headers may be missing alike.
    @Test
    void aDeletedKeyHasNoBytes() {
        for (String value : List.of("\"value\": null, ", "")) {
            SourceBatch batch = KafkaEvents.read(KafkaEvents.EVENT.replace("\"value\": \"dGV4dA==\", ", value));
            assertEquals(0, batch.records().get(2).data().length);
        }
    }

    /// The clock of a producer may be wrong, and old records have no time.
    @ParameterizedTest
    @CsvSource({"1795348800000, 2026-11-22T12:00:00Z", "-1, 2026-11-22T12:00:00Z",
            "1795348800001, 2026-11-22T12:00:00Z",
            "9223372036854775807, 2026-11-22T12:00:00Z", "5, 1970-01-01T00:00:00.005Z"})
    void aRecordArrivesAtItsTimeButNotLaterThanNow(String timestamp, Instant arrival) {
        assertEquals(arrival, KafkaEvents.read(KafkaEvents.EVENT.replace("1795348800200", timestamp)).records().get(2)
                .arrival());
    }

    @Test
    void aClusterOfOnesOwnIsKnownByItsServersInWhicheverOrder() {
        String other = SELF_MANAGED.replaceFirst("\"bootstrapServers\": \"([^,]*),([^\"]*)\"",
                "\"bootstrapServers\": \" $2 , $1,$1\"").replace("b-1.shop", "B-1.Shop");
        assertNotEquals(SELF_MANAGED, other);
        assertEquals(KafkaEvents.read(SELF_MANAGED).sourceArn(), KafkaEvents.read(other).sourceArn());
        assertTrue(KafkaEvents.read(SELF_MANAGED).sourceArn().matches("kafka-servers:[0-9a-f]{32}"));
        assertNotEquals(KafkaEvents.read(SELF_MANAGED).sourceArn(),
                KafkaEvents.read(SELF_MANAGED.replace("b-2.", "b-3.")).sourceArn());
    }

    @Test
    void aNameStandsForTheCluster() {
        var named = new EventSettings(SourceType.KAFKA, RecordForm.PAYLOAD, Optional.of("orders"));
        for (String event : List.of(KafkaEvents.EVENT, SELF_MANAGED, SELF_MANAGED.replace("b-2.", "b-3."))) {
            assertEquals("kafka:orders", KafkaEvents.read(event.getBytes(UTF_8), named).sourceArn());
        }
    }

    @Test
    void numbersMayBeTextsAndHeadersBase64() {
        SourceBatch batch = KafkaEvents.read(KafkaEvents.EVENT.replace("\"partition\": 0", "\"partition\": \"0\"")
                .replace("[97, 98, 45, 49]", "\"YWItMQ==\"").getBytes(UTF_8), RecordForm.ENVELOPE);
        assertTrue(new String(batch.records().getFirst().data(), UTF_8)
                .contains("\"headers\":[{\"name\":\"trace\",\"value\":\"ab-1\"}]"));
    }

    @Test
    void whatAwsAddsIsPassedOver() {
        assertEquals(3, KafkaEvents.read(KafkaEvents.EVENT.replace("{\"topic\"",
                "{\"valueSchemaMetadata\": {\"dataFormat\": \"JSON\", \"schemaId\": \"1\"}, \"topic\"")).records()
                .size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"\"offset\": 43, | | no /records/orders-0/1/offset",
            "\"topic\": \"orders\", \"partition\": 1, | \"partition\": 1, | no /records/orders-1/0/topic",
            "\"topic\": \"orders\", \"partition\": 1, | \"topic\": \"orders\", | no /records/orders-1/0/partition",
            "\"timestamp\": 1795348800200, | | no /records/orders-1/0/timestamp",
            "\"offset\": 43 | \"offset\": -43 | /records/orders-0/1/offset is negative",
            "\"offset\": 43 | \"offset\": 4.3 | /records/orders-0/1/offset is not a whole number",
            "\"offset\": 43 | \"offset\": 99999999999999999999 | /records/orders-0/1/offset is not a whole number of",
            "dGV4dA== | dGV4d | /records/orders-1/0/value is not base64",
            "\"dGV4dA==\" | 5 | /records/orders-1/0/value is not a text",
            "[97, 98, 45, 49] | [97, 256] | /records/orders-0/0/headers/0/trace/1 is no byte",
            "\"orders-1\": [ | \"orders-2\": [ | /records/orders-2/0 is of topic orders and partition 1",
            "\"orders-1\": [ | \"orders-0\": [ | Duplicate field 'orders-0'",
            "\"aws:kafka\" | \"aws:kinesis\" | /eventSource is aws:kinesis, neither aws:kafka nor SelfManagedKafka",
            "\"eventSource\" | \"source\" | no /eventSource", "\"eventSourceArn\" | \"arn\" | no /eventSourceArn",
            "\"records\" | \"entries\" | no /records", "orders | or/ders | a topic has a cluster",
            "}]}} | }]}} {} | something after the closing brace", "}]}} | }]} | not valid JSON"})
    void aMalformedEventIsRefusedByTheNameOfTheField(String part, @Nullable String other, String message) {
        String event = KafkaEvents.EVENT.replace(part, other == null ? "" : other);
        assertNotEquals(KafkaEvents.EVENT, event);
        var failure = assertThrows(EventFormatException.class, () -> KafkaEvents.read(event));
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " , "})
    void withoutServersAClusterOfOnesOwnIsRefused(String servers) {
        String event = SELF_MANAGED.replaceFirst("(\"bootstrapServers\": \")[^\"]*", "$1" + servers);
        var failure = assertThrows(EventFormatException.class, () -> KafkaEvents.read(event));
        assertTrue(String.valueOf(failure.getMessage()).contains("Sluice.Source.Name"), failure.getMessage());
    }
}
