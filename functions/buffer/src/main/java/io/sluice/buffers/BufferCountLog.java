package io.sluice.buffers;

import java.util.Optional;

/// The item of a stream that holds the history of its buffers. Safe for concurrent use.
///
/// Both methods throw [io.sluice.objects.StoreException]; a write that throws with kind `UNKNOWN` may have been
/// applied.
public interface BufferCountLog {
    /// Read consistently: one read unit; empty where a stream never had but one buffer, or its table is lost.
    Optional<BufferCountHistory> bufferCounts();

    /// Moves the item from `expected` (empty: not there yet) to `next`, or leaves it. False may be this very write,
    /// applied by an attempt whose answer was lost.
    boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next);
}
