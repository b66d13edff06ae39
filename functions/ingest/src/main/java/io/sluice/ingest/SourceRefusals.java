package io.sluice.ingest;

import io.sluice.firehose.SourceRecord;
import io.sluice.reject.Reject;
import java.util.Optional;

/// The faults of records that whoever hands them over knows already: such a record lands in an error object as it came,
/// before any other step. A reader of files uses it, for rows that do not fit their header. Safe for concurrent use.
@FunctionalInterface
public interface SourceRefusals {
    /// Nothing is known.
    SourceRefusals NONE = _ -> Optional.empty();

    /// Returns why `record` can't be taken; empty when it can.
    Optional<Reject> of(SourceRecord record);
}
