package io.sluice.event;

import java.time.Duration;

/// `GroupMillis` and `Retries` of `Sluice.Source`: how calls of Firehose's API are staged.
///
/// @param joining for which a call waits for others that are staged with it
/// @param retries what becomes of an attempt at a call that was staged before
public record CallSettings(Duration joining, Retries retries) {
    /// Of a configuration that says nothing.
    public static final CallSettings USUAL = new CallSettings(Duration.ofMillis(100), Retries.ONCE);

    /// Values of `Retries`.
    public enum Retries {
        /// Each call has a receipt, and an attempt at one that was staged is answered as the first.
        ONCE,
        /// Calls have no receipts: an attempt at one that was staged may stage it again.
        AGAIN
    }
}
