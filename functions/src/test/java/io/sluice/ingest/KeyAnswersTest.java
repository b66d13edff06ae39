package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.deaggregate.Deaggregator;
import io.sluice.firehose.PayloadMember;
import io.sluice.firehose.ResponseWriter;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.TransformedRecord;
import io.sluice.firehose.TransformedRecord.Result;
import io.sluice.layout.KeyEncoding;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KeyAnswersTest {
    private static final long SEED = 20_261_120;

    @Test
    void aRecordIsAnsweredWithItsKeysAndItsOwnBase64() {
        SourceRecord record = new SourceRecord("1", Instant.EPOCH, "a".getBytes(UTF_8));
        TransformedRecord answer = answers(List.of(record), KeyEncoding.VERBATIM).getFirst();
        assertEquals(Result.OK, answer.result());
        assertEquals(Map.of("k", "a"), answer.partitionKeys());
        assertSame(record.base64(), answer.base64());
    }

    @Test
    void answersComeInOrderEachOnce() {
        List<SourceRecord> records = List.of(record("b", "x"), record("a", "!"), record("c", ""));
        List<TransformedRecord> answers = answers(records, KeyEncoding.VERBATIM);
        assertEquals(List.of("b", "a", "c"), answers.stream().map(answer -> answer.id().text()).toList());
        assertEquals(List.of(Result.OK, Result.PROCESSING_FAILED, Result.OK),
                answers.stream().map(TransformedRecord::result).toList());
    }

    @Test
    void keysAreEncoded() {
        assertEquals(Map.of("k", "%2F"),
                answers(List.of(record("1", "/")), KeyEncoding.PERCENT).getFirst().partitionKeys());
    }

    @Test
    void aRecordThatDoesNotFitGivesWayToThoseBehindItThatDo() {
        List<SourceRecord> records = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            records.add(record(String.valueOf(i), "x".repeat(1_000_000)));
        }
        records.add(record("small", "y"));
        List<TransformedRecord> answers = answers(records, KeyEncoding.VERBATIM);
        assertEquals(List.of(Result.OK, Result.OK, Result.PROCESSING_FAILED, Result.PROCESSING_FAILED,
                Result.PROCESSING_FAILED, Result.OK), answers.stream().map(TransformedRecord::result).toList());
    }

    @Test
    void noResponsePassesLambdasLimitAndNoAnswerIsLost() throws IOException {
        Random random = new Random(SEED);
        for (int run = 0; run < 40; run++) {
            List<SourceRecord> records = new ArrayList<>();
            for (int i = random.nextInt(1, 60); i > 0; i--) {
                records.add(record("id \"" + i, "ä".repeat(random.nextInt(100_000))));
            }
            List<TransformedRecord> answers = answers(records, KeyEncoding.VERBATIM);
            assertEquals(records.size(), answers.size());
            long length = length(answers);
            assertTrue(length <= ResponseWriter.RESPONSE_BYTES_MAX,
                    "seed " + SEED + ", run " + run + ": " + length + " bytes");
        }
    }

    /// Of the longer of the two kinds of answers.
    private static long length(List<TransformedRecord> answers) throws IOException {
        ResponseWriter writer = new ResponseWriter(OutputStream.nullOutputStream(), PayloadMember.KAFKA_RECORD_VALUE);
        for (TransformedRecord answer : answers) {
            writer.write(answer);
        }
        return writer.finish();
    }

    private static SourceRecord record(String id, String data) {
        return new SourceRecord(id, Instant.EPOCH, data.getBytes(UTF_8));
    }

    /// The key is the record itself; `!` has none.
    private static List<TransformedRecord> answers(List<SourceRecord> records, KeyEncoding encoding) {
        QueryKeys keys = (data, offset, length) -> {
            String text = new String(data, offset, length, UTF_8);
            return text.equals("!") ? new Extracted.Failed(Reject.EMPTY_KEY) : new Extracted.Keys(Map.of("k", text));
        };
        RecordProcessor processor = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(),
                Optional.of(keys), Optional.empty());
        return new KeyAnswers(processor, encoding)
                .answer(new SourceBatch(SourceBatch.Kind.FIREHOSE_MSK, "arn", "invocation", records));
    }
}
