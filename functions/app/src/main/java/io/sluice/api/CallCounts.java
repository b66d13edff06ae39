package io.sluice.api;

import java.util.concurrent.atomic.LongAdder;

/// The counts of a stream's calls since the process began. Thread-safe.
public class CallCounts {
    /// Calls of `PutRecord` and `PutRecordBatch` that were answered well.
    public final LongAdder puts = new LongAdder();
    /// Records that were acknowledged.
    public final LongAdder records = new LongAdder();
    /// Their bytes.
    public final LongAdder bytes = new LongAdder();
    /// Records that were told to come again.
    public final LongAdder throttled = new LongAdder();
    /// Calls that were recognised as attempts at a call that was taken already.
    public final LongAdder repeats = new LongAdder();
}
