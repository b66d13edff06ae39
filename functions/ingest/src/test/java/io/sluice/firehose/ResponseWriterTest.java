package io.sluice.firehose;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.firehose.TransformedRecord.Result;
import io.sluice.layout.KeyValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ResponseWriterTest {
    private static final long SEED = 20_261_120;

    @Test
    void anAnswerWithKeysHasMetadata() throws IOException {
        assertEquals("""
                {"records":[{"recordId":"r1","result":"Ok","data":"eyJhIjoxfQ==",\
                "metadata":{"partitionKeys":{"customerId":"123","year":"2024"}}}]}""",
                write(List.of(new TransformedRecord(RecordId.of("r1"), Result.OK, bytes("{\"a\":1}"),
                        Map.of("year", "2024", "customerId", "123")))));
    }

    @Test
    void answersWithoutKeysHaveNoMetadata() throws IOException {
        SourceRecord source = new SourceRecord("r2", Instant.EPOCH, bytes("x"));
        assertEquals("""
                {"records":[{"recordId":"r2","result":"Dropped","data":""},\
                {"recordId":"r2","result":"ProcessingFailed","data":"eA=="}]}""",
                write(List.of(TransformedRecord.dropped(source),
                        TransformedRecord.unchanged(source, Result.PROCESSING_FAILED, Map.of()))));
    }

    @Test
    void theLengthOfAResponseIsKnownBeforehand() throws IOException {
        List<TransformedRecord> records = List.of(
                new TransformedRecord(RecordId.of("quote\""), Result.OK, new byte[100_000],
                        Map.of("k\n", "v\u0001", "ü", "😀")),
                new TransformedRecord(RecordId.of("lone\ud800"), Result.OK, new byte[1], Map.of("k", "v")),
                new TransformedRecord(RecordId.of("none"), Result.DROPPED, new byte[0], Map.of()));
        long expected = ResponseWriter.ENVELOPE_BYTES - 1
                + records.stream().mapToLong(record -> ResponseWriter.encodedLength(record, PayloadMember.DATA)).sum();
        assertEquals(expected, write(records).getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void valuesThatComeAgainAreWrittenAsTheyWereUntilTheyChange() throws IOException {
        List<String> names = List.of("day", "id");
        String day = "20 \"x\"";
        List<TransformedRecord> records = new ArrayList<>();
        for (String value : List.of(day, day, day, "21", "21", day, day)) {
            records.add(new TransformedRecord(RecordId.of("r"), Result.OK, new byte[0],
                    KeyValues.of(names, value, Integer.toString(records.size())), Base64Text.NONE));
        }
        JsonNode answers = new ObjectMapper().readTree(write(records)).path("records");
        for (int i = 0; i < records.size(); i++) {
            JsonNode keys = answers.get(i).at("/metadata/partitionKeys");
            assertEquals(records.get(i).partitionKeys().value(0), keys.path("day").textValue());
            assertEquals(Integer.toString(i), keys.path("id").textValue());
        }
    }

    /// Whatever was written of the records before, each answer is what it is by itself: values that stay the same
    /// instance, change, and come back, under names that change too.
    @Test
    void anAnswerIsTheSameBehindAnyOthers() throws IOException {
        Random random = new Random(SEED);
        List<String> plain = List.of("2026", "", "a", "x".repeat(31), "y".repeat(32), "z".repeat(33), "~ \u007f", "/");
        List<String> values = new ArrayList<>(plain);
        values.addAll(List.of("\"", "\\", "\u0001", "é", "\u0141", "😀", "a\nb", "lone\ud800", "k".repeat(40) + "\""));
        List<List<String>> names = List.of(List.of("a"), List.of("a", "b", "c"), List.of("a", "b\"", "c", "d", "e"));
        for (int run = 0; run < 500; run++) {
            List<TransformedRecord> records = new ArrayList<>();
            List<String> some = names.get(random.nextInt(names.size()));
            String[] now = new String[5];
            int changing = random.nextInt(6);
            for (int i = random.nextInt(30); i >= 0; i--) {
                some = random.nextInt(12) == 0 ? names.get(random.nextInt(names.size())) : some;
                for (int k = 0; k < now.length; k++) {
                    boolean changes = now[k] == null || (k < changing ? random.nextBoolean() : random.nextInt(15) == 0);
                    now[k] = changes ? one(values, random) : now[k];
                }
                KeyValues keys = random.nextInt(10) == 0
                        ? KeyValues.NONE
                        : KeyValues.of(some, Arrays.copyOf(now, some.size()));
                records.add(new TransformedRecord(RecordId.of("r"), Result.OK, new byte[0], keys, Base64Text.NONE));
            }
            List<String> alone = new ArrayList<>();
            for (TransformedRecord record : records) {
                String one = write(List.of(record));
                alone.add(one.substring("{\"records\":[".length(), one.length() - "]}".length()));
            }
            assertEquals("{\"records\":[" + String.join(",", alone) + "]}", write(records), "run " + run);
        }
    }

    /// The same instance, or another of an equal text.
    private static String one(List<String> values, Random random) {
        String value = values.get(random.nextInt(values.size()));
        return random.nextBoolean() ? value : new String(value.toCharArray());
    }

    @Test
    void aShortTextAtTheEndOfAPieceIsWhole() throws IOException {
        for (int filler = 65_400; filler < 65_560; filler++) {
            TransformedRecord first = new TransformedRecord(RecordId.of("r".repeat(filler)), Result.DROPPED,
                    new byte[0], Map.of());
            TransformedRecord second = new TransformedRecord(RecordId.of("s"), Result.OK, new byte[0],
                    Map.of("k", "0123456789012345678901234567890"));
            assertEquals("0123456789012345678901234567890", new ObjectMapper().readTree(write(List.of(first, second)))
                    .at("/records/1/metadata/partitionKeys/k").textValue());
        }
    }

    @Test
    void anEmptyResponseIsTheEnvelope() throws IOException {
        assertEquals("{\"records\":[]}", write(List.of()));
        assertEquals(ResponseWriter.ENVELOPE_BYTES, write(List.of()).length());
    }

    @Test
    void anyTextsAreReadBackByAJsonParser() throws IOException {
        Random random = new Random(SEED);
        for (int run = 0; run < 2_000; run++) {
            byte[] data = new byte[random.nextInt(60_000)];
            random.nextBytes(data);
            TransformedRecord record = new TransformedRecord(RecordId.of(text(random)), Result.OK, data,
                    Map.of(text(random), text(random)));
            JsonNode read = new ObjectMapper().readTree(write(List.of(record))).at("/records/0");
            String message = "seed " + SEED + ", run " + run;
            assertEquals(record.id().text(), read.get("recordId").textValue(), message);
            assertArrayEquals(data, read.get("data").binaryValue(), message);
            record.partitionKeys().forEach((name, value) -> assertEquals(value,
                    read.at("/metadata/partitionKeys").path(name).textValue(), message));
            assertEquals(ResponseWriter.ENVELOPE_BYTES - 1 + ResponseWriter.encodedLength(record, PayloadMember.DATA),
                    write(List.of(record)).getBytes(StandardCharsets.UTF_8).length, message);
        }
    }

    /// Text of any characters but lone surrogates.
    private static String text(Random random) {
        int[] upTo = {0x20, 0x80, 0x800, 0xd800, 0x10000};
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(12); length > 0; length--) {
            int kind = random.nextInt(upTo.length);
            text.appendCodePoint(kind == 4 ? 0x10000 + random.nextInt(0x100000) : random.nextInt(upTo[kind]));
        }
        return text.toString();
    }

    @Test
    void anAnswerToAnMskSourcesEventHasItsPayloadWhereTheEventHadIt() throws IOException {
        SourceRecord source = new SourceRecord("r1", Instant.EPOCH, bytes("x"));
        List<TransformedRecord> records = List.of(
                TransformedRecord.unchanged(source, Result.OK, Map.of("k", "v")), TransformedRecord.dropped(source));
        String response = write(records, PayloadMember.KAFKA_RECORD_VALUE);
        assertEquals("""
                {"records":[{"recordId":"r1","result":"Ok","kafkaRecordValue":"eA==",\
                "metadata":{"partitionKeys":{"k":"v"}}},\
                {"recordId":"r1","result":"Dropped","kafkaRecordValue":""}]}""", response);
        assertEquals(response.length(), ResponseWriter.ENVELOPE_BYTES - 1 + records.stream()
                .mapToLong(record -> ResponseWriter.encodedLength(record, PayloadMember.KAFKA_RECORD_VALUE)).sum());
    }

    private static String write(List<TransformedRecord> records) throws IOException {
        return write(records, PayloadMember.DATA);
    }

    private static String write(List<TransformedRecord> records, PayloadMember payload) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ResponseWriter writer = new ResponseWriter(out, payload);
        for (TransformedRecord record : records) {
            writer.write(record);
        }
        long length = writer.finish();
        assertEquals(out.size(), length);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
