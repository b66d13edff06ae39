package io.sluice.local.table;

import io.sluice.app.Pipeline;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordProcessor;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.plan.Sample;
import io.sluice.local.rejects.RejectBound;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.Reject;
import io.sluice.tables.ColumnSample;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The columns and counts of a sample's records as they are delivered: they go through the transform function's steps
/// first, and are bound to their partitions.
public final class TableSample {
    private final List<Processed.Keyed> delivered = new ArrayList<>();
    private long rejected;
    private Optional<Reject> firstReject = Optional.empty();
    private final PartitionBinder binder;

    private TableSample(PartitionBinder binder) {
        this.binder = binder;
    }

    /// Takes `records` through the steps of `stream`, which is in delivery `buffer`.
    public static TableSample of(StreamConfiguration stream, Sample records) {
        var pipeline = new Pipeline(stream, InstantSource.system());
        TableSample sample = new TableSample(pipeline.binders().get());
        RecordProcessor processor = pipeline.processor();
        for (BatchRecord record : records.records()) {
            if (record.refusal().isPresent()) {
                sample.reject(record.refusal().get());
                continue;
            }
            processor.process(new SourceRecord(record.recordId(), record.arrival(), record.data()), sample::take);
        }
        return sample;
    }

    private void take(Processed processed) {
        switch (processed) {
            case Processed.Keyed keyed -> {
                switch (binder.bind(keyed.queryValues(), keyed.lambdaValues())) {
                    case PartitionBinder.Bound.Rejected(Reject reject) -> reject(reject);
                    case PartitionBinder.Bound.To _ -> delivered.add(keyed);
                }
            }
            case Processed.Rejected refused -> reject(refused.reject());
            case Processed.Dropped() -> {
            }
        }
    }

    private void reject(Reject reject) {
        rejected++;
        firstReject = firstReject.or(() -> Optional.of(reject));
    }

    /// The columns that the delivered records have.
    public ColumnSample columns() {
        ColumnSample columns = new ColumnSample();
        for (Processed.Keyed keyed : delivered) {
            columns.add(keyed.bytes());
            columns.addKeys(keyed.queryValues());
        }
        return columns;
    }

    /// That records of the sample would be rejected, as a sentence; empty when none would.
    public Optional<String> rejected() {
        return rejected == 0
                ? Optional.empty()
                : Optional.of("%,d of the sample's %,d records would be rejected, the first because: %s"
                        .formatted(rejected, rejected + delivered.size(),
                                firstReject.map(Reject::message).orElseThrow()));
    }

    /// Tests whether a run over the records would fail, for all that it would reject.
    public boolean isMostlyRejected() {
        return RejectBound.MOST.isExceeded(rejected, rejected + delivered.size());
    }
}
