package io.sluice.local.runtime;

/// How an invocation ended, as the Lambda service sees it.
sealed interface Outcome {
    /// The function answered.
    ///
    /// @param json the response's text
    record Answered(String json) implements Outcome {}

    /// The handler threw, or the function could not start.
    ///
    /// @param json `errorMessage`, `errorType` and `stackTrace`
    record Failed(String json) implements Outcome {}

    /// The deadline passed; the execution environment is gone.
    record TimedOut() implements Outcome {}

    /// The runtime's process ended without an answer.
    ///
    /// @param status its exit status
    record Exited(int status) implements Outcome {}
}
