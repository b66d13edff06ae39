package io.sluice.local.run;

import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.SourceRefusals;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.reject.Reject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The faults that the reader of the inputs knows of records of the batches that are under way. A resumed run reads the
/// same records, and knows the same. Safe for concurrent use.
final class Refusals implements SourceRefusals {
    private final Map<String, Reject> known = new ConcurrentHashMap<>();

    void begin(Batch batch) {
        for (BatchRecord record : batch.records()) {
            record.refusal().ifPresent(reject -> known.put(record.recordId(), reject));
        }
    }

    void end(Batch batch) {
        for (BatchRecord record : batch.records()) {
            if (record.refusal().isPresent()) {
                known.remove(record.recordId());
            }
        }
    }

    @Override
    public Optional<Reject> of(SourceRecord record) {
        return known.isEmpty() ? Optional.empty() : Optional.ofNullable(known.get(record.recordId()));
    }
}
