package io.sluice.ingest;

import io.sluice.position.RecordName;
import java.util.Set;

/// The outcome of staging calls together.
///
/// @param repeated names of the calls that were staged before, and were left alone
public record StagedCalls(IngestSummary summary, Set<RecordName> repeated) {
    public StagedCalls {
        repeated = Set.copyOf(repeated);
    }
}
