package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.firehose.EventReader;
import io.sluice.firehose.PayloadMember;
import io.sluice.firehose.ResponseWriter;
import io.sluice.firehose.PayloadMember;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.firehose.TransformedRecord;
import io.sluice.layout.KeyEncoding;
import io.sluice.reject.Reject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class KeyAnswersTest {
    private static final long SEED = 20_261_120;
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder().streamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(ResponseWriter.RESPONSE_BYTES_MAX).build()).build())
            .build();

    @Test
    void aRecordIsAnsweredWithItsKeysAndItsOwnBase64() throws IOException {
        // as no encoder would write it
        byte[] event = "{\"records\":[{\"recordId\":\"1\",\"approximateArrivalTimestamp\":1,\"data\":\"YR\"}]}"
                .getBytes(UTF_8);
        JsonNode answer = answers(EventReader.read(event), KeyEncoding.VERBATIM).getFirst();
        assertEquals(
                "{\"recordId\":\"1\",\"result\":\"Ok\",\"data\":\"YR\",\"metadata\":{\"partitionKeys\":{\"k\":\"a\"}}}",
                answer.toString());
    }

    @Test
    void answersComeInOrderEachOnce() throws IOException {
        List<SourceRecord> records = List.of(record("b", "x"), record("a", "!"), record("c", ""));
        List<JsonNode> answers = answers(records, KeyEncoding.VERBATIM);
        assertEquals(List.of("b", "a", "c"), answers.stream().map(answer -> answer.path("recordId").asText()).toList());
        assertEquals(List.of("Ok", "ProcessingFailed", "Ok"), results(answers));
    }

    @Test
    void keysAreEncoded() throws IOException {
        assertEquals("%2F", answers(List.of(record("1", "/")), KeyEncoding.PERCENT).getFirst()
                .at("/metadata/partitionKeys/k").asText());
    }

    @Test
    void aRecordThatDoesNotFitGivesWayToThoseBehindItThatDo() throws IOException {
        List<SourceRecord> records = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            records.add(record(String.valueOf(i), "x".repeat(1_000_000)));
        }
        records.add(record("small", "y"));
        assertEquals(List.of("Ok", "Ok", "ProcessingFailed", "ProcessingFailed", "ProcessingFailed", "Ok"),
                results(answers(records, KeyEncoding.VERBATIM)));
    }

    /// Responses of some bytes around the limit, and of many more: counted with a failure for each record, the records
    /// take their places one after another, as long as there is room.
    @Tag("long")
    @Test
    void noResponsePassesLambdasLimitAndNoAnswerIsLost() throws IOException {
        Random random = new Random(SEED);
        int refused = 0;
        for (int run = 0; run < 80; run++) {
            List<SourceRecord> records = new ArrayList<>();
            String id = List.of("id \"", "\u0001", "i").get(random.nextInt(3)).repeat(random.nextInt(1, 9_000));
            for (int i = random.nextInt(1, 60); i > 0; i--) {
                String data = List.of("ä", "x", "\n").get(random.nextInt(3)).repeat(random.nextInt(60_000));
                records.add(record(id + i, random.nextInt(6) == 0 ? "!" : data));
            }
            long room = ResponseWriter.RESPONSE_BYTES_MAX - length(records) - length(List.of(record("", "!")))
                    + ResponseWriter.ENVELOPE_BYTES + random.nextInt(-3, 4);
            if (room > 0) {
                records.add(random.nextInt(records.size()), record("i".repeat((int) room), "!"));
            }
            List<JsonNode> answers = answers(records, KeyEncoding.VERBATIM);
            String message = "seed " + SEED + ", run " + run;
            assertEquals(oneAfterAnother(records), results(answers), message);
            assertEquals(records.stream().map(SourceRecord::recordId).toList(),
                    answers.stream().map(answer -> answer.path("recordId").asText()).toList(), message);
            refused += results(answers).equals(records.stream().map(each -> all(each).result().wireName()).toList())
                    ? 0
                    : 1;
        }
        assertTrue(refused > 20 && refused < 70, refused + " responses had no room for all");
    }

    private static List<String> oneAfterAnother(List<SourceRecord> records) {
        long bytes = ResponseWriter.ENVELOPE_BYTES
                + records.stream().mapToLong(record -> length(TransformedRecord.failed(record))).sum();
        List<String> results = new ArrayList<>();
        for (SourceRecord record : records) {
            long more = length(all(record)) - length(TransformedRecord.failed(record));
            boolean fits = bytes + more <= ResponseWriter.RESPONSE_BYTES_MAX;
            results.add((fits ? all(record) : TransformedRecord.failed(record)).result().wireName());
            bytes += fits ? more : 0;
        }
        return results;
    }

    /// The answer where there is room for all.
    private static TransformedRecord all(SourceRecord record) {
        String text = new String(record.data(), UTF_8);
        return text.equals("!")
                ? TransformedRecord.failed(record)
                : new TransformedRecord(record.id(), TransformedRecord.Result.OK, record.data(), Map.of("k", text));
    }

    private static long length(List<SourceRecord> records) {
        return ResponseWriter.ENVELOPE_BYTES + records.stream().mapToLong(record -> length(all(record))).sum();
    }

    /// Of the longer of the two kinds of answers.
    private static long length(TransformedRecord answer) {
        return ResponseWriter.encodedLength(answer, PayloadMember.KAFKA_RECORD_VALUE);
    }

    private static SourceRecord record(String id, String data) {
        return new SourceRecord(id, Instant.EPOCH, data.getBytes(UTF_8));
    }

    private static List<String> results(List<JsonNode> answers) {
        return answers.stream().map(answer -> answer.path("result").asText()).toList();
    }

    private static List<JsonNode> answers(List<SourceRecord> records, KeyEncoding encoding) throws IOException {
        return answers(new SourceBatch(SourceType.FIREHOSE, PayloadMember.KAFKA_RECORD_VALUE, "arn", "invocation",
                records), encoding);
    }

    /// The key is the record itself; `!` has none.
    private static List<JsonNode> answers(SourceBatch batch, KeyEncoding encoding) throws IOException {
        QueryKeys keys = (data, offset, length) -> {
            String text = new String(data, offset, length, UTF_8);
            return text.equals("!") ? new Extracted.Failed(Reject.EMPTY_KEY) : new Extracted.Keys(Map.of("k", text));
        };
        RecordProcessor processor = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(),
                Optional.of(keys), Optional.empty());
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        new KeyAnswers(processor, encoding).answer(batch, response);
        assertTrue(response.size() <= ResponseWriter.RESPONSE_BYTES_MAX, response.size() + " bytes");
        List<JsonNode> answers = new ArrayList<>();
        JSON.readTree(response.toByteArray()).path("records").forEach(answers::add);
        return answers;
    }
}
