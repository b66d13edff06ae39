package io.sluice.local.records;

import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.time.Instant;
import java.util.Optional;

/// A record and when it arrived.
///
/// @param refusal why it can't be taken, where that is known already
public record TimedRecord(InputRecord record, Instant arrival, Optional<Reject> refusal) {
    /// A record of which nothing is known yet.
    public TimedRecord(InputRecord record, Instant arrival) {
        this(record, arrival, Optional.empty());
    }
}
