package io.sluice.local.serve.streams;

import io.sluice.api.CallCounts;
import java.util.concurrent.atomic.LongAdder;

/// The counts of what came and went of a stream since the server's start. Thread-safe.
public final class StreamCounts extends CallCounts {
    /// Objects delivered, error objects included.
    public final LongAdder objects = new LongAdder();
    /// Their bytes.
    public final LongAdder objectBytes = new LongAdder();
    /// Landings.
    public final LongAdder landings = new LongAdder();
    /// Records in their objects, without those of error objects.
    public final LongAdder landedRecords = new LongAdder();
    /// Flush runs that failed.
    public final LongAdder flushFailures = new LongAdder();
}
