package io.sluice.local.batch;

import java.time.Instant;
import java.util.List;

/// The records of one invocation.
///
/// @param number    counts the batches of a run, from 0
/// @param clock     the largest arrival time so far: what time it is when the batch is handed over
/// @param records   at least one, in input order
/// @param dataBytes the sum of their sizes
public record Batch(long number, Instant clock, List<BatchRecord> records, long dataBytes) {
    public Batch {
        records = List.copyOf(records);
    }
}
