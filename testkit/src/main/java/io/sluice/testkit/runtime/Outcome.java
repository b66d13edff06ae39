package io.sluice.testkit.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

/// How an invocation ended, as the Lambda service sees it.
public sealed interface Outcome {
    /// The function answered.
    ///
    /// @param body the response as it came
    record Answered(byte[] body) implements Outcome {
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
    record Failed(String json) implements Outcome {}

    /// The deadline passed; the execution environment is gone.
    record TimedOut() implements Outcome {}

    /// The runtime's process ended without an answer.
    ///
    /// @param status its exit status
    record Exited(int status) implements Outcome {}
}
