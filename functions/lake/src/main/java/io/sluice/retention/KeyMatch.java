package io.sluice.retention;

import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordProcessor;
import io.sluice.input.InputRecord;
import io.sluice.layout.PrefixExpression;
import java.time.Instant;

/// Tells whether records are of a key value: as the stream's own steps would find its keys. Safe for concurrent use.
final class KeyMatch {
    private final RecordProcessor processor;
    private final boolean ofQuery;
    private final boolean ofLambda;
    private final KeyValue of;

    KeyMatch(RecordProcessor processor, PrefixExpression prefix, KeyValue of) {
        this.processor = processor;
        this.ofQuery = prefix.queryKeys().contains(of.key());
        this.ofLambda = prefix.lambdaKeys().contains(of.key());
        this.of = of;
    }

    /// The owner of a record.
    enum Whose {
        /// All that it carries is of the key value.
        ITS,
        OTHERS,
        /// Its records are of several key values, or not all of them can be told.
        BOTH,
        /// It is rejected or dropped before it has keys.
        UNTOLD
    }

    Whose of(InputRecord record) {
        int[] counts = new int[3];
        processor.process(new SourceRecord(Long.toString(record.offset()), Instant.EPOCH, record.data()), processed -> {
            switch (processed) {
                case Processed.Keyed keyed -> counts[isIts(keyed) ? 0 : 1]++;
                case Processed.Rejected _,Processed.Dropped _ -> counts[2]++;
            }
        });
        if (counts[0] > 0) {
            return counts[1] + counts[2] > 0 ? Whose.BOTH : Whose.ITS;
        }
        return counts[2] > 0 ? Whose.UNTOLD : Whose.OTHERS;
    }

    private boolean isIts(Processed.Keyed keyed) {
        return (ofQuery && of.value().equals(keyed.queryValues().get(of.key())))
                || (ofLambda && of.value().equals(keyed.lambdaValues().get(of.key())));
    }
}
