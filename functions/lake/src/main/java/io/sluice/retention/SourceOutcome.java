package io.sluice.retention;

/// The outcome of an erasure in one object of a source.
sealed interface SourceOutcome {
    /// It has no record of the key value.
    ///
    /// @param untold records whose key cannot be told
    record Untouched(long untold) implements SourceOutcome {}

    /// It had no other records, and is gone.
    record Deleted(long records) implements SourceOutcome {}

    /// It was written anew without them.
    record Rewritten(long records, long untold) implements SourceOutcome {}

    /// It is as it was, and has such records or may have.
    ///
    /// @param why with the remedy
    record Left(String why) implements SourceOutcome {}

    /// It was not read.
    record Passed(String reason) implements SourceOutcome {}

    /// It is as it was: there is no time for it.
    record OutOfTime() implements SourceOutcome {}
}
