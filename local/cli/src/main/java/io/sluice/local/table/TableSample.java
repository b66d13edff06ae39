package io.sluice.local.table;

import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordProcessor;
import io.sluice.lambda.DryRun;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.plan.Sample;
import io.sluice.local.records.RecordSource;
import io.sluice.tables.ColumnSample;
import java.time.InstantSource;
import java.util.Optional;

/// The columns and counts of a sample's records as they are delivered: they go through the transform function's steps
/// first.
public final class TableSample {
    private final ColumnSample columns = new ColumnSample();
    private long rejected;
    private long delivered;

    private TableSample() {}

    /// Takes the first 128 MB of `source` through the steps of `stream`, which is in delivery `buffer`.
    public static TableSample read(StreamConfiguration stream, RecordSource source) {
        TableSample sample = new TableSample();
        RecordProcessor processor = new DryRun(stream, InstantSource.system()).processor();
        for (BatchRecord record : Sample.read(source).records()) {
            if (record.refusal().isPresent()) {
                sample.rejected++;
                continue;
            }
            processor.process(new SourceRecord(record.recordId(), record.arrival(), record.data()), sample::take);
        }
        return sample;
    }

    private void take(Processed processed) {
        switch (processed) {
            case Processed.Keyed keyed -> {
                delivered++;
                columns.add(keyed.bytes());
                columns.addKeys(keyed.queryValues());
            }
            case Processed.Rejected refused -> rejected++;
            case Processed.Dropped() -> {
            }
        }
    }

    /// The columns that the delivered records have.
    public ColumnSample columns() {
        return columns;
    }

    /// That records of the sample would be rejected, as a sentence; empty when none would.
    public Optional<String> rejected() {
        return rejected == 0
                ? Optional.empty()
                : Optional.of("%,d of the sample's %,d records would be rejected and count for no column; plan says why"
                        .formatted(rejected, rejected + delivered));
    }
}
