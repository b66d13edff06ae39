package io.sluice.testkit.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The outcome of an invocation, as the Lambda service sees it.
public sealed interface InvocationOutcome {
    /// The function answered.
    ///
    /// @param body the response as it came
    record Answered(byte[] body) implements InvocationOutcome {
        /// The response's text.
        public String json() {
            return new String(body, UTF_8);
        }

        @Override
        public String toString() {
            return "Answered " + json();
        }
    }

    /// The handler threw, or the function could not start.
    ///
    /// @param json `errorMessage`, `errorType` and `stackTrace`
    record Failed(String json) implements InvocationOutcome {}

    /// The deadline passed; the execution environment is gone.
    record TimedOut() implements InvocationOutcome {}

    /// The runtime's process ended without an answer.
    ///
    /// @param status its exit status
    record Exited(int status) implements InvocationOutcome {}
}
