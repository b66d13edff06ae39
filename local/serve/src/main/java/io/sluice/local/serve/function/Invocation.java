package io.sluice.local.serve.function;

import io.sluice.reject.Reject;

/// The outcome of one call of a function.
sealed interface Invocation {
    /// It answered.
    record Answered(byte[] answer) implements Invocation {}

    /// It was called, or may have been, and did not answer; or there was a reason not to call it.
    ///
    /// @param reject what its records' error records say, should no later call succeed
    record Failed(Reject reject) implements Invocation {}
}
