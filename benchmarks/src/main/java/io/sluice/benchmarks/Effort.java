package io.sluice.benchmarks;

import java.time.Duration;

/// The effort of measurements: how long they take, and how large their data is.
public enum Effort {
    /// Small enough for a test: outputs are checked, times mean nothing.
    SMOKE,
    /// For whoever changes code and wants to see what that does: a minute or so a harness.
    QUICK,
    /// For results that are written down.
    FULL;

    /// The size that belongs to this effort.
    public int pick(int smoke, int quick, int full) {
        return switch (this) {
            case SMOKE -> smoke;
            case QUICK -> quick;
            case FULL -> full;
        };
    }

    /// Rounds in which contestants take turns.
    public int rounds() {
        return pick(1, 9, 21);
    }

    /// The length of a contestant's turn.
    public Duration turn() {
        return Duration.ofMillis(pick(0, 150, 400));
    }

    /// The time that a contestant works before the first round, for the JIT compiler.
    public Duration warmUp() {
        return Duration.ofMillis(pick(0, 2_500, 8_000));
    }
}
