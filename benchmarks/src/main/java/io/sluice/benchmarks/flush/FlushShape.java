package io.sluice.benchmarks.flush;

import io.sluice.benchmarks.data.Clickstream;

/// The batches that there are to flush.
///
/// @param name            as the figures have it
/// @param batches         staged segments
/// @param recordsPerBatch records in each
record FlushShape(String name, Clickstream clicks, int batches, int recordsPerBatch) {
    StagedBatches stage() {
        return new StagedBatches(clicks, batches, recordsPerBatch);
    }
}
