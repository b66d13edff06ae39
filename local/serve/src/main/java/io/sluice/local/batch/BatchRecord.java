package io.sluice.local.batch;

import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.time.Instant;
import java.util.Optional;

/// One record of a batch, as Firehose would hand it to the transform function.
///
/// @param recordId a hash of the record's position in the input and its bytes
/// @param arrival  when it arrived
/// @param data     its bytes
/// @param refusal  why it can't be taken, where whoever read it knows
public record BatchRecord(String recordId, Instant arrival, byte[] data, Optional<Reject> refusal) {
    /// A record of which nothing is known yet.
    public BatchRecord(String recordId, Instant arrival, byte[] data) {
        this(recordId, arrival, data, Optional.empty());
    }

    /// Gives `record` its id.
    public static BatchRecord of(InputRecord record, Instant arrival) {
        return new RecordIds().named(record, arrival, Optional.empty());
    }
}
