package io.sluice.local.smoke;

import java.time.Duration;

/// A step of a run that is over.
///
/// @param said what it found, or why it failed or was left out; may be empty
record Step(String name, Outcome outcome, Duration took, String said) {
    /// The ends that a step can come to.
    enum Outcome {
        PASSED("passed"), FAILED("FAILED"), LEFT_OUT("left out");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }
}
