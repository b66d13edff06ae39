package io.sluice.local.serve.streams;

import java.util.concurrent.atomic.LongAdder;

/// The counts of what came and went of a stream since the server's start. Thread-safe.
public final class StreamCounts {
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
    /// Objects delivered, error objects included.
    public final LongAdder objects = new LongAdder();
    /// Their bytes.
    public final LongAdder objectBytes = new LongAdder();
    /// Flush runs that failed.
    public final LongAdder flushFailures = new LongAdder();
}
