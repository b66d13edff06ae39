package io.sluice.local.serve.endpoint;

import java.util.Random;

/// Failures that are made on purpose, so that producers can be tested: the same for the same seed and order of calls.
/// Thread-safe.
public final class DeliberateFaults {
    /// None.
    public static final DeliberateFaults NONE = new DeliberateFaults(0, 0, 0, 0);

    private final double throttle;
    private final double partial;
    private final double lostAnswer;
    private final Random random;

    /// @param throttle   how many of the calls are refused, 0 to 1
    /// @param partial    how many of the records of batches are refused
    /// @param lostAnswer how many of the calls are carried out, and answered as if they were not
    public DeliberateFaults(double throttle, double partial, double lostAnswer, long seed) {
        this.throttle = share("throttle", throttle);
        this.partial = share("partial", partial);
        this.lostAnswer = share("lost-answer", lostAnswer);
        this.random = new Random(seed);
    }

    private static double share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is a share of 0 to 1, not " + value);
        }
        return value;
    }

    boolean refusesCall() {
        return happens(throttle);
    }

    boolean refusesRecord() {
        return happens(partial);
    }

    boolean losesAnswer() {
        return happens(lostAnswer);
    }

    private boolean happens(double share) {
        return share > 0 && random.nextDouble() < share;
    }
}
