package io.sluice.ingest;

import java.time.Duration;
import java.time.InstantSource;

/// Spans of time, counted from a batch's oldest arrival. Attempts at the same records make the same segment within one
/// span, and another in the next: of a source that hands them over in other batches, under another batch id as well.
///
/// Records may come again after days, from a numbered source or out of a queue of failures. A segment that an attempt
/// of long ago left behind is the sweep's by then: were it put again under the same key and named by an entry while a
/// sweep is under way that has seen it unnamed, it would be deleted with its entry in place. A span is as long as the
/// sweep spares a segment, but for the sweep's margin of an hour, which is longer than an invocation lives.
///
/// @param length of a span; the time for which folded batches are remembered
/// @param clock  read for nothing else
public record AttemptSpans(Duration length, InstantSource clock) {
    /// @throws IllegalArgumentException when the length is not positive
    public AttemptSpans {
        if (!length.isPositive()) {
            throw new IllegalArgumentException("a span of " + length);
        }
    }

    /// The present span of records whose oldest arrived then; 0 is the first.
    ///
    /// @param oldestArrival epoch milliseconds
    long current(long oldestArrival) {
        return Math.max(0, clock.millis() - oldestArrival) / length.toMillis();
    }
}
