package io.sluice.firehose;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.ingest.Extracted;
import io.sluice.ingest.KeyAnswers;
import io.sluice.ingest.QueryKeys;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.layout.KeyEncoding;
import io.sluice.reject.Reject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// An answer that is made of slices of its event has the bytes that it has when its ids are texts, whatever the event
/// holds and whatever was in the array before it.
final class SlicedAnswersTest {
    private static final int ROUNDS = 30_000;
    private static final ObjectMapper JSON = new ObjectMapper();
    /// As they stand between quotes.
    private static final List<String> IDS = List.of("", "1", "49-1", "49664.0:shard 7/+=", "i".repeat(7),
            "i".repeat(8), "i".repeat(16), "i".repeat(56), "i".repeat(300), "~\u007f", "{\"", "a\\\"b", "\\u0041",
            "\\\\", "\\/", "a\\nb", "a\nb", "a\tb", "\u0000", "é", "Größe 42", "漢字", "😀", "\\ud83d\\ude00", "\\ud800",
            "lone \\udc00 x", "\\x", "\\u12", "]}", "<&>'");
    /// As they stand between quotes; the rest is made.
    private static final List<String> DATA = List.of("", "QQ==", "QR==", "QQ", "QQ=", "Q===", "Q", "QUI=", "QUJ=",
            "QUI", "QUJD", "QUJDRA==", "QUJDQUJD\\u0051QQ==", "\\u0051Q==", "QU\\/D", "QU/D", "QU+D", "QU-D", "QU_D",
            "QU JD", " QUJD", "QUJD ", "QUJD\\n", "QUJD\n", "Q\u00e9JD", "QUJD=", "QQ==QQ==", "====", "*", "QUJDé");

    private final Random random = new Random(20_261_123);
    private final EventBuffer events = new EventBuffer();

    /// Keys of some records, in texts of several kinds; others are rejected.
    private final KeyAnswers answers = new KeyAnswers(
            new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(),
                    Optional.<QueryKeys>of(SlicedAnswersTest::keys), Optional.empty()),
            KeyEncoding.VERBATIM);

    private static Extracted keys(byte[] data, int offset, int length) {
        return switch (length % 5) {
            case 0 -> new Extracted.Keys(Map.of("day", "20", "first", length == 0 ? "é" : "" + data[offset]));
            case 1 -> new Extracted.Keys(Map.of("text", new String(data, offset, length, ISO_8859_1)));
            case 2 -> new Extracted.Keys(Map.of());
            case 3 -> new Extracted.Keys(Map.of("length", Integer.toString(length)));
            default -> new Extracted.Failed(Reject.EMPTY_KEY);
        };
    }

    @Test
    void anAnswerOfSlicesIsThatOfTexts() throws IOException {
        int quick = 0;
        int answered = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] event = random.nextInt(3) == 0 ? mutated(event()) : event();
            String expected = outcome(out -> answers.answer(ofTexts(EventReader.readAny(event)), out));
            assertEquals(expected, outcome(out -> events.read(new ByteArrayInputStream(event),
                    batch -> answers.answer(batch, out))), () -> new String(event, UTF_8));
            assertEquals(expected, outcome(out -> answers.answer(EventReader.read(event), out)));
            quick += QuickEventReader.read(event, event.length) == null ? 0 : 1;
            answered += expected.startsWith("{\"records\":[{") ? 1 : 0;
        }
        assertTrue(quick > ROUNDS / 20, quick + " events were read the quick way");
        assertTrue(answered > quick + ROUNDS / 20, answered + " events were answered, " + quick + " the quick way");
    }

    @Test
    void aUsualEventsIdsAndDataAreInItsAnswerAsTheyWere() throws IOException {
        for (int length = 0; length < 400; length++) {
            byte[] data = new byte[length];
            random.nextBytes(data);
            String id = "4".repeat(1 + length % 90);
            String event = "{\"records\":[" + record(id, Base64.getEncoder().encodeToString(data)) + ","
                    + record("last", "QQ==") + "]}";
            assertNotNull(QuickEventReader.read(event.getBytes(UTF_8), event.length()));
            JsonNode answer = JSON.readTree(outcome(out -> events.read(new ByteArrayInputStream(event.getBytes(UTF_8)),
                    batch -> answers.answer(batch, out)))).path("records");
            assertEquals(2, answer.size());
            assertEquals(id, answer.path(0).path("recordId").textValue());
            assertEquals(length % 5 == 4 ? "" : Base64.getEncoder().encodeToString(data),
                    answer.path(0).path("data").textValue());
            assertEquals("last", answer.path(1).path("recordId").textValue());
            assertEquals("QQ==", answer.path(1).path("data").textValue());
        }
    }

    /// Ids make up nearly all of the response: each of their characters counts. The first record is counted with a
    /// comma that it has not, so that the last byte stays free.
    @Test
    void longIdsFillAResponseAndNoFurther() throws IOException {
        for (int before : List.of(0, 1, 60)) {
            List<String> records = new ArrayList<>(Collections.nCopies(before, record("i".repeat(100_000), "QUJD")));
            records.add(record("1", "QUJD"));
            int room = ResponseWriter.RESPONSE_BYTES_MAX + 1
                    - outcome(out -> answers.answer(EventReader.read(wrapped(records)), out)).length();
            for (int more = -2; more <= 2; more++) {
                records.set(before, record("l".repeat(room + more), "QUJD"));
                byte[] event = wrapped(records);
                String response = outcome(
                        out -> events.read(new ByteArrayInputStream(event), batch -> answers.answer(batch, out)));
                assertEquals(outcome(out -> answers.answer(ofTexts(EventReader.readAny(event)), out)), response);
                assertEquals(more < 0, !response.contains("ProcessingFailed"), response.length() + " bytes");
                assertTrue(response.length() < ResponseWriter.RESPONSE_BYTES_MAX);
                assertTrue(more != -1 || response.length() == ResponseWriter.RESPONSE_BYTES_MAX - 1,
                        response.length() + " bytes");
            }
        }
    }

    @Test
    void aRecordLargerThanFirehoseTakesIsAnsweredUnderItsId() throws IOException {
        for (int length : List.of(65_535, 65_536, 65_537, 1_023_999, 1_024_000, 1_024_001)) {
            byte[] data = new byte[length];
            random.nextBytes(data);
            byte[] event = wrapped(List.of(record("first", "QQ=="),
                    record("large", Base64.getEncoder().encodeToString(data)), record("last", "QUJD")));
            String response = outcome(
                    out -> events.read(new ByteArrayInputStream(event), batch -> answers.answer(batch, out)));
            assertEquals(outcome(out -> answers.answer(ofTexts(EventReader.readAny(event)), out)), response);
            assertEquals(List.of("first", "large", "last"), JSON.readTree(response).findValuesAsText("recordId"));
        }
    }

    @Test
    void anIdIsTheSameAsASliceAndAsAText() {
        byte[] event = "xx49-1yy".getBytes(UTF_8);
        RecordId slice = RecordId.slice(event, 2, 4);
        assertEquals(RecordId.of("49-1"), slice);
        assertEquals(slice, RecordId.of("49-1"));
        assertEquals(RecordId.of("49-1").hashCode(), slice.hashCode());
        assertEquals("49-1", slice.toString());
        assertEquals(RecordId.of("49-1").jsonBytes(), slice.jsonBytes());
        assertEquals(7, RecordId.of("a\"é\n").jsonBytes());
        assertTrue(RecordId.of("\u0001".repeat(9)).jsonBytesMax() >= RecordId.of("\u0001".repeat(9)).jsonBytes());
    }

    /// The batch as it would be if no id were a slice.
    private static SourceBatch ofTexts(SourceBatch batch) {
        return new SourceBatch(batch.type(), batch.payload(), batch.sourceArn(), batch.invocationId(),
                batch.records().stream()
                        .map(record -> new SourceRecord(record.recordId(), record.arrival(), record.data(),
                                record.base64(), record.kinesis()))
                        .toList());
    }

    private interface Answering {
        void answer(OutputStream out) throws IOException;
    }

    /// The response, or why there is none.
    private static String outcome(Answering answering) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            answering.answer(out);
        } catch (EventFormatException e) {
            return String.valueOf(e.getMessage());
        }
        return out.toString(ISO_8859_1);
    }

    private byte[] event() {
        List<String> records = new ArrayList<>();
        boolean usual = random.nextBoolean();
        for (int i = random.nextInt(4); i >= 0; i--) {
            records.add(usual ? record("id-" + random.nextInt(1_000), base64()) : oddRecord());
        }
        return wrapped(records);
    }

    private static byte[] wrapped(List<String> records) {
        return ("{\"invocationId\":\"i\",\"deliveryStreamArn\":\"arn\",\"region\":\"r\",\"records\":["
                + String.join(",", records) + "]}").getBytes(UTF_8);
    }

    private static String record(String id, String data) {
        return "{\"recordId\":\"" + id + "\",\"approximateArrivalTimestamp\":1757500000123,\"data\":\"" + data + "\"}";
    }

    /// Members in any order, some of them twice or not at all.
    private String oddRecord() {
        List<String> members = new ArrayList<>();
        String space = random.nextInt(4) == 0 ? " " : "";
        add(members, () -> "\"recordId\":" + space + "\"" + one(IDS) + "\"");
        add(members, () -> "\"data\":" + space + (random.nextInt(20) == 0
                ? "null"
                : "\"" + (random.nextBoolean() ? one(DATA) : base64()) + "\""));
        add(members, () -> "\"approximateArrivalTimestamp\":" + space + (1_757_500_000_123L + random.nextInt(9)));
        if (random.nextInt(8) == 0) {
            members.add("\"kinesisRecordMetadata\":{\"shardId\":\"s\",\"sequenceNumber\":\"4\"}");
        }
        Collections.shuffle(members, random);
        return "{" + String.join("," + space, members) + space + "}";
    }

    private void add(List<String> members, Supplier<String> member) {
        if (random.nextInt(40) != 0) {
            members.add(member.get());
        }
        if (random.nextInt(40) == 0) {
            members.add(member.get());
        }
    }

    private String base64() {
        byte[] data = new byte[random.nextInt(70)];
        random.nextBytes(data);
        return Base64.getEncoder().encodeToString(data);
    }

    private String one(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    /// Some bytes changed, left out or there twice.
    private byte[] mutated(byte[] good) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(good.length + 8);
        int at = random.nextInt(good.length);
        int length = random.nextInt(Math.min(6, good.length - at) + 1);
        bytes.write(good, 0, at);
        switch (random.nextInt(3)) {
            case 0 -> bytes.write(good, at, length);
            case 1 -> bytes.write(random.nextInt(256));
            default -> at += length;
        }
        bytes.write(good, at, good.length - at);
        return bytes.toByteArray();
    }
}
