package io.sluice.ingest;

import io.sluice.firehose.PayloadMember;
import io.sluice.firehose.ResponseBound;
import io.sluice.firehose.ResponseWriter;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.TransformedRecord;
import io.sluice.firehose.TransformedRecord.Result;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.KeyValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Answers a transformation event for Firehose's own dynamic partitioning: `Ok` with `metadata.partitionKeys`,
/// `Dropped`, or `ProcessingFailed`; each record exactly once, in the event's order. Without state between batches;
/// safe for concurrent use.
public final class KeyAnswers {
    private final RecordProcessor processor;
    private final KeyEncoding encoding;

    public KeyAnswers(RecordProcessor processor, KeyEncoding encoding) {
        this.processor = processor;
        this.encoding = encoding;
    }

    /// The answers, within Lambda's bound on a response. A record that would pass it is answered `ProcessingFailed`
    /// without data: Firehose then keeps the original under the error prefix, where an unanswered one would fail the
    /// whole batch.
    public List<TransformedRecord> answer(SourceBatch batch) {
        List<TransformedRecord> answers = new ArrayList<>(batch.records().size());
        ResponseBound bound = new ResponseBound();
        for (SourceRecord record : batch.records()) {
            TransformedRecord answer = answer(record);
            bound.add(answer);
            answers.add(answer);
        }
        return bound.fits(answers) ? answers : fitting(answers, batch);
    }

    private static List<TransformedRecord> fitting(List<TransformedRecord> answers, SourceBatch batch) {
        PayloadMember payload = batch.payload();
        List<TransformedRecord> failures = batch.records().stream().map(KeyAnswers::failed).toList();
        long bytes = ResponseWriter.ENVELOPE_BYTES
                + failures.stream().mapToLong(failure -> ResponseWriter.encodedLength(failure, payload)).sum();
        List<TransformedRecord> fitting = new ArrayList<>(failures.size());
        for (int i = 0; i < failures.size(); i++) {
            long more = ResponseWriter.encodedLength(answers.get(i), payload)
                    - ResponseWriter.encodedLength(failures.get(i), payload);
            boolean fits = bytes + more <= ResponseWriter.RESPONSE_BYTES_MAX;
            fitting.add(fits ? answers.get(i) : failures.get(i));
            bytes += fits ? more : 0;
        }
        return fitting;
    }

    private TransformedRecord answer(SourceRecord record) {
        List<Processed> processed = new ArrayList<>(1);
        processor.process(record, processed::add);
        if (processed.size() != 1) {
            return failed(record);
        }
        return switch (processed.getFirst()) {
            case Processed.Keyed keyed -> ok(record, keyed);
            case Processed.Rejected _ -> failed(record);
            case Processed.Dropped() -> TransformedRecord.dropped(record);
        };
    }

    private TransformedRecord ok(SourceRecord record, Processed.Keyed keyed) {
        KeyValues keys = keys(keyed).map(encoding::encode);
        boolean untouched = keyed.data() == record.data() && keyed.length() == record.data().length;
        return untouched
                ? TransformedRecord.unchanged(record, Result.OK, keys)
                : new TransformedRecord(record.id(), Result.OK, keyed.bytes(), keys);
    }

    /// The function's values over those of the query.
    private static KeyValues keys(Processed.Keyed keyed) {
        if (keyed.lambdaValues().isEmpty()) {
            return KeyValues.copyOf(keyed.queryValues());
        }
        Map<String, String> keys = new HashMap<>(keyed.queryValues());
        keys.putAll(keyed.lambdaValues());
        return KeyValues.copyOf(keys);
    }

    private static TransformedRecord failed(SourceRecord record) {
        return new TransformedRecord(record.id(), Result.PROCESSING_FAILED, new byte[0], Map.of());
    }
}
