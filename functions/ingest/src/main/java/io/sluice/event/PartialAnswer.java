package io.sluice.event;

/// The answer that an event source mapping gets when a part of a batch is staged and the rest is not:
/// `Sluice.Source.ReportBatchItemFailures`.
public enum PartialAnswer {
    /// That the invocation failed: all of the batch comes again, and what is staged is recognised. Right for any
    /// mapping.
    NEVER,
    /// The messages that must come again. A mapping that does not report batch item failures takes such an answer for
    /// success, and deletes all of them.
    MESSAGES
}
