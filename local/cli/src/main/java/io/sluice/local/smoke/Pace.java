package io.sluice.local.smoke;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// The time that a run leaves to what happens by itself.
public sealed interface Pace {
    /// AWS's own time: stacks are made in minutes, and the schedule flushes.
    record Waiting(Interruption interruption) implements Pace {}

    /// No time at all: an emulator has done everything when it answers, and runs no schedule.
    record AtOnce(Interruption interruption) implements Pace {
        private static final int TRIES = 8;
    }

    Interruption interruption();

    /// Leaves `time` to AWS.
    ///
    /// @throws StoppedException when the user ends the run
    default void pause(Duration time) {
        interruption().pause(switch (this) {
            case Waiting _ -> time;
            case AtOnce _ -> Duration.ZERO;
        });
    }

    /// Leaves `time` to the schedule of the flusher, or does at once by `flush` what it would.
    ///
    /// @throws StoppedException when the user ends the run
    default void flushing(Duration time, Runnable flush) {
        pause(time);
        if (this instanceof AtOnce) {
            flush.run();
        }
    }

    /// Tests whether `done` becomes true within `most`, looked at every `each`.
    ///
    /// @throws StoppedException when the user ends the run
    default boolean comes(Duration most, Duration each, BooleanSupplier done) {
        long tries = switch (this) {
            case Waiting _ -> most.dividedBy(each);
            case AtOnce _ -> AtOnce.TRIES;
        };
        for (long left = tries; left > 0; left--) {
            if (done.getAsBoolean()) {
                return true;
            }
            pause(each);
        }
        return done.getAsBoolean();
    }
}
