package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Extracted;
import io.sluice.ingest.JqQueryKeys;
import io.sluice.jq.JqProgram;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordEnvelopeTest {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void aKafkaRecordHasWhatTheEventSaysOfIt() {
        assertEquals("{\"topic\":\"orders\",\"partition\":0,\"offset\":41,\"timestamp\":1795348800000,"
                + "\"timestampType\":\"CREATE_TIME\",\"key\":\"c-7\","
                + "\"headers\":[{\"name\":\"trace\",\"value\":\"ab-1\"}],\"value\":{\"k\":\"a\"}}",
                envelope(KafkaEvents.EVENT, 0));
        assertEquals("{\"topic\":\"orders\",\"partition\":0,\"offset\":43,\"timestamp\":1795348800100,"
                + "\"timestampType\":\"CREATE_TIME\",\"key\":\"c-8\",\"headers\":[],\"value\":null}",
                envelope(KafkaEvents.EVENT, 1));
        assertTrue(envelope(KafkaEvents.EVENT, 2).endsWith("\"key\":null,\"headers\":[],\"valueText\":\"text\"}"));
    }

    /// A value is JSON as it is, or else text, or else base64: no two values have one envelope.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{\"a\":1.50} | \"value\":{\"a\":1.50}",
            "\"text\" | \"value\":\"text\"", "text | \"valueText\":\"text\"", "12 | \"value\":12",
            "012 | \"valueText\":\"012\"", "{} {} | \"valueText\":\"{} {}\"", "`` | \"valueText\":\"\"",
            "[1, 2] | \"value\":[1, 2]", "NaN | \"valueText\":\"NaN\"", "{\"a\" | \"valueText\":\"{\\\"a\\\"\""})
    void aValueIsJsonOrText(String value, String member) {
        String envelope = envelope(KafkaEvents.of("", value.getBytes(UTF_8)), 0);
        assertTrue(envelope.endsWith("," + member + "}"), envelope);
    }

    @Test
    void bytesThatAreNoTextAreBase64() {
        String envelope = envelope(KafkaEvents.of("\"key\": \"//8=\", ", new byte[]{(byte) 0xff, 0}), 0);
        assertTrue(envelope.contains("\"keyBase64\":\"//8=\""), envelope);
        assertTrue(envelope.endsWith("\"valueBase64\":\"/wA=\"}"), envelope);
    }

    @Test
    void aValueOnSeveralLinesIsOnOne() {
        String envelope = envelope(KafkaEvents.of("", "{\n \"a\":\r\n \"x\\ny\"}\n".getBytes(UTF_8)), 0);
        assertTrue(envelope.endsWith("\"value\":{  \"a\":   \"x\\ny\"} }"), envelope);
    }

    /// Other encodings of JSON are bytes or text, and never taken for it.
    @Test
    void jsonInOtherEncodingsIsNoJson() throws IOException {
        for (byte[] value : new byte[][]{"{}".getBytes(UTF_16),
                "{}".getBytes(UTF_16BE),
                "{}".getBytes(UTF_16LE), "\uFEFF{}".getBytes(UTF_8)}) {
            assertArrayEquals(value, value(JSON.readTree(envelope(KafkaEvents.of("", value), 0))));
        }
    }

    @Test
    void halfASurrogatePairStaysAnEscape() {
        String content = LogsEvents.CONTENT.replace("no JSON", "\\ud83d \\ud83d\\ude00");
        String envelope = new String(LogsEvents.read(content).records().get(1).data(), UTF_8);
        assertTrue(envelope.contains("\"message\":\"\\ud83d \\ud83d\\ude00\\n\""), envelope);
    }

    /// Whatever bytes a record has, its envelope is one line of JSON that has them all, and jq reads it.
    @Test
    void anyBytesComeBackOutOfTheirEnvelope() throws IOException {
        Random random = new Random(11);
        JqQueryKeys topic = JqQueryKeys.of(JqProgram.compile("{topic:.topic}"), _ -> true, Optional.empty(),
                () -> KafkaEvents.NOW);
        for (int round = 0; round < 5_000; round++) {
            byte[] value = bytes(random);
            byte[] key = bytes(random);
            String event = KafkaEvents.of("\"key\": \"" + Base64.getEncoder().encodeToString(key) + "\", ", value);
            String envelope = envelope(event, 0);
            assertFalse(envelope.contains("\n"), envelope);
            JsonNode read = JSON.readTree(envelope);
            assertArrayEquals(key, read.has("key")
                    ? read.get("key").textValue().getBytes(UTF_8)
                    : Base64.getDecoder().decode(read.get("keyBase64").textValue()));
            if (read.has("value")) {
                assertEquals(JSON.readTree(value), read.get("value"));
            } else {
                assertArrayEquals(value, value(read));
            }
            byte[] record = envelope.getBytes(UTF_8);
            assertTrue(topic.extract(record, 0, record.length) instanceof Extracted.Keys, envelope);
        }
    }

    private static byte[] value(JsonNode envelope) {
        return envelope.has("valueText")
                ? envelope.get("valueText").textValue().getBytes(UTF_8)
                : Base64.getDecoder().decode(envelope.get("valueBase64").textValue());
    }

    /// Random ones, and JSON with a few changed.
    private static byte[] bytes(Random random) {
        byte[] bytes = random.nextBoolean()
                ? "{\"a\":[1,2.5e3,\"\\u00e9 ü 😀\",null,true]}".getBytes(UTF_8)
                : new byte[random.nextInt(12)];
        int changes = bytes.length == 0 ? 0 : random.nextInt(3) * (bytes.length < 12 ? 9 : 1);
        for (int change = 0; change < changes; change++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static String envelope(String event, int record) {
        SourceRecord read = KafkaEvents.read(event.getBytes(UTF_8), RecordForm.ENVELOPE).records().get(record);
        return new String(read.data(), UTF_8);
    }
}
