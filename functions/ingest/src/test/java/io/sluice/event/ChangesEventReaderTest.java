package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChangesEventReaderTest {
    @Test
    void eachChangeIsAnEnvelopeWithImagesPlainAndTyped() {
        SourceBatch batch = ChangesEvents.read(ChangesEvents.EVENT);
        assertEquals(SourceType.DYNAMODB_STREAMS, batch.type());
        assertEquals(ChangesEvents.STREAM, batch.sourceArn());
        assertEquals("{\"stream\":\"" + ChangesEvents.STREAM + "\",\"eventID\":\"1\",\"eventName\":\"INSERT\","
                + "\"sequenceNumber\":\"111\",\"timestamp\":1479499740000,\"userIdentity\":null,\"keys\":{\"Id\":101},"
                + "\"newImage\":{\"Message\":\"New item!\",\"Id\":101},\"oldImage\":null,"
                + "\"typedKeys\":{\"Id\":{\"N\":\"101\"}},\"typedNewImage\":{\"Message\":{\"S\":\"New item!\"},"
                + "\"Id\":{\"N\":\"101\"}},\"typedOldImage\":null}", text(batch.records().getFirst()));
        assertEquals(Instant.ofEpochMilli(1_479_499_740_500L), batch.records().getLast().arrival());
        String removed = text(batch.records().getLast());
        assertTrue(removed.contains("\"userIdentity\":{\"type\":\"Service\","
                + "\"principalId\":\"dynamodb.amazonaws.com\"}"), removed);
        assertTrue(removed.contains("\"newImage\":null,\"oldImage\":{\"Message\":\"New item!\",\"Id\":101}"), removed);
    }

    /// As a stream with the view `KEYS_ONLY` has it.
    @Test
    void aChangeMayHaveItsKeysAlone() {
        String event = ChangesEvents.of("null").replace("\"NewImage\": null,", "");
        assertTrue(text(ChangesEvents.read(event).records().getFirst())
                .contains("\"keys\":{},\"newImage\":null,\"oldImage\":null,\"typedKeys\":{}"));
    }

    @Test
    void aChangeIsKnownByItsStreamItsEventIdAndItsNumber() {
        SourceRecord change = ChangesEvents.read(ChangesEvents.of("{}")).records().getFirst();
        assertEquals(change.name(), ChangesEvents.read(ChangesEvents.of("{}")).records().getFirst().name());
        assertNotEquals(change.name(), changed("\"eventID\": \"e\"", "\"eventID\": \"f\"").name());
        assertNotEquals(change.name(), changed("\"SequenceNumber\": \"1\"", "\"SequenceNumber\": \"2\"").name());
        assertNotEquals(change.name(), changed("table/T", "table/U").name());
    }

    private static SourceRecord changed(String from, String to) {
        String event = ChangesEvents.of("{}");
        assertTrue(event.contains(from), event);
        return ChangesEvents.read(event.replace(from, to)).records().getFirst();
    }

    @Test
    void everyTypeHasItsPlainForm() throws IOException {
        String image = "{\"s\":{\"S\":\"\\u00e9\\n\"},\"n\":{\"N\":\"-0.10000000000000000000000000000000000001\"},"
                + "\"b\":{\"B\":\"AAEC\"},\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true},\"l\":{\"L\":[{\"N\":\"1\"},"
                + "{\"M\":{}}]},\"m\":{\"M\":{\"x\":{\"S\":\"\"}}},\"ss\":{\"SS\":[\"a\",\"b\"]},"
                + "\"ns\":{\"NS\":[\"1\",\"2.5\"]},"
                + "\"bs\":{\"BS\":[\"AA==\"]}}";
        SourceRecord change = ChangesEvents.read(ChangesEvents.of(image)).records().getFirst();
        assertTrue(text(change).contains("\"newImage\":{\"s\":\"\u00e9\\n\","
                + "\"n\":-0.10000000000000000000000000000000000001,\"b\":\"AAEC\",\"t\":true,\"z\":null,"
                + "\"l\":[1,{}],\"m\":{\"x\":\"\"},\"ss\":[\"a\",\"b\"],\"ns\":[1,2.5],"
                + "\"bs\":[\"AA==\"]}"), text(change));
        JsonNode read = new ObjectMapper().readTree(change.data());
        assertEquals(new ObjectMapper().readTree(image), read.get("typedNewImage"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":{}}", "{\"a\":{\"X\":\"1\"}}", "{\"a\":{\"S\":1}}", "{\"a\":{\"N\":\"one\"}}",
            "{\"a\":{\"N\":\"NaN\"}}", "{\"a\":\"S\"}", "{\"a\":{\"S\":\"x\",\"N\":\"1\"}}", "{\"a\":{\"L\":{}}}",
            "{\"a\":{\"BOOL\":\"true\"}}", "[]", "5"})
    void whatIsNoItemIsRefused(String image) {
        assertRefused(ChangesEvents.of(image), "The event's /Records/0/dynamodb/NewImage");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"\"eventID\": \"e\", | has no /Records/0/eventID",
            "\"eventName\": \"INSERT\", | has no /Records/0/eventName",
            "\"Keys\": {}, | has no /Records/0/dynamodb/Keys",
            "\"ApproximateCreationDateTime\": 5, | has no /Records/0/dynamodb/ApproximateCreationDateTime",
            "\"SequenceNumber\": \"1\" | has no /Records/0/dynamodb/SequenceNumber"})
    void aChangeWithoutWhatItNeedsIsRefused(String without, String message) {
        String event = ChangesEvents.of("{}");
        assertTrue(event.contains(without), event);
        assertRefused(event.replace(without, without.endsWith(",") ? "" : "\"x\": 1"), message);
    }

    private static void assertRefused(String event, String message) {
        var failure = assertThrows(EventFormatException.class, () -> ChangesEvents.read(event));
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
    }

    private static String text(SourceRecord record) {
        return new String(record.data(), UTF_8);
    }
}
