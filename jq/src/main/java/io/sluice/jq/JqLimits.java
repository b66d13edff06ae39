package io.sluice.jq;

import io.sluice.jq.eval.Machine;
import io.sluice.jq.json.JqInputs;
import java.time.InstantSource;

/// The bounds on the evaluation of one input, so that no program hangs, or fills the memory of, what evaluates it. The
/// counts depend on the program and its input alone, never on time; only searches with regular expressions are limited
/// by time (a second each, two seconds for all of an input), because their engine does not count.
///
/// @param steps     calls, iterations and regex positions
/// @param allocated size of all strings and arrays built, in bytes; a slot of an array or object counts 24
/// @param depth     nested calls that are not tail calls
public record JqLimits(long steps, long allocated, int depth) {
    private static final JqLimits DEFAULTS = new JqLimits(2_000_000, 128L << 20, 10_000);

    public JqLimits {
        if (steps < 1 || allocated < 1 || depth < 1) {
            throw new IllegalArgumentException("limits must be positive: " + steps + ", " + allocated + ", " + depth);
        }
    }

    /// 2 million steps, 128 MiB, 10,000 nested calls.
    public static JqLimits defaults() {
        return DEFAULTS;
    }

    Machine machine(InstantSource clock, JqInputs inputs) {
        return new Machine(steps, allocated, depth, clock, inputs);
    }
}
