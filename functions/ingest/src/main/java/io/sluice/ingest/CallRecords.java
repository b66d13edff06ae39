package io.sluice.ingest;

import io.sluice.firehose.SourceBatch;
import io.sluice.position.Identity;
import io.sluice.position.RecordName;
import java.util.Collection;
import java.util.List;

/// The records of calls that are staged together. Those of one call have one name, or none where nothing is known of
/// the call when it comes again.
///
/// @param batch in the order of the calls; no more named calls than a transaction takes
record CallRecords(SourceBatch batch) {
    /// The names of the calls, each once.
    List<RecordName> names() {
        return batch.records().stream().flatMap(each -> each.name().stream()).distinct().toList();
    }

    /// A batch of calls that all have no name is known as any batch is.
    Identity identity() {
        List<RecordName> names = names();
        return names.isEmpty() ? new Identity.ByBatch() : new Identity.ByRecord(names);
    }

    /// Those that are not staged yet.
    CallRecords without(Collection<RecordName> staged) {
        return new CallRecords(new SourceBatch(batch.type(), batch.sourceArn(), "", batch.records().stream()
                .filter(each -> each.name().filter(staged::contains).isEmpty()).toList()));
    }
}
