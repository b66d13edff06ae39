package io.sluice.ingest;

import io.sluice.firehose.ResponseBound;
import io.sluice.firehose.ResponseWriter;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.TransformedRecord;
import io.sluice.firehose.TransformedRecord.Result;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.KeyValues;
import java.io.IOException;
import java.io.OutputStream;
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

    /// Writes the response, within Lambda's bound. The answer to a record that would pass it is `ProcessingFailed`
    /// without data: Firehose then keeps the original under the error prefix, where an unanswered one would fail the
    /// whole batch.
    ///
    /// Each answer is written as soon as it is made, while the processor still has it in its nearest cache (ADR 0010,
    /// fifth round). When this throws, what is written is no response.
    ///
    /// @return how many records are answered `ProcessingFailed`
    /// @throws IOException what `out` throws
    public int answer(SourceBatch batch, OutputStream out) throws IOException {
        ResponseWriter response = new ResponseWriter(out, batch.payload());
        ResponseBound bound = new ResponseBound(batch);
        int failed = 0;
        for (SourceRecord record : batch.records()) {
            TransformedRecord answer = answer(record);
            TransformedRecord fitting = bound.hasRoom(answer, response) ? answer : TransformedRecord.failed(record);
            failed += fitting.result() == Result.PROCESSING_FAILED ? 1 : 0;
            response.write(fitting);
        }
        response.finish();
        return failed;
    }

    private TransformedRecord answer(SourceRecord record) {
        List<Processed> processed = new ArrayList<>(1);
        processor.process(record, processed::add);
        if (processed.size() != 1) {
            return TransformedRecord.failed(record);
        }
        return switch (processed.getFirst()) {
            case Processed.Keyed keyed -> ok(record, keyed);
            case Processed.Rejected _ -> TransformedRecord.failed(record);
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
}
