package io.sluice.work;

import java.time.Duration;

/// The time that is left for a run. A run that stops early loses nothing: the next one carries on.
@FunctionalInterface
public interface Deadline {
    Deadline NONE = () -> Duration.ofDays(1);

    /// Time until the run is cut off; may be negative.
    Duration remaining();

    /// True when there is no time for another step.
    ///
    /// @param step what the step may take
    default boolean leavesLessThan(Duration step) {
        return remaining().compareTo(step) < 0;
    }
}
