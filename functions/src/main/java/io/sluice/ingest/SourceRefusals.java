package io.sluice.ingest;

import io.sluice.firehose.SourceRecord;
import io.sluice.reject.Reject;
import java.util.Optional;

/// What whoever hands records over knows to be wrong with some of them already: such a record lands in an error object
/// as it came, before any other step. A reader of files uses it, for rows that do not fit their header. Safe for
/// concurrent use.
@FunctionalInterface
public interface SourceRefusals {
    /// Nothing is known.
    SourceRefusals NONE = _ -> Optional.empty();

    /// Why `record` can't be taken; empty when it can.
    Optional<Reject> of(SourceRecord record);
}
