package io.sluice.local.run;

import java.time.Instant;
import java.time.InstantSource;

/// The run's time, which moves with the records and not with the day. Never runs backwards. Thread-safe.
final class VirtualClock implements InstantSource {
    private volatile Instant now;

    VirtualClock(Instant start) {
        this.now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    /// Moves on to `time`, unless it is later already. Called by one thread.
    void advanceTo(Instant time) {
        if (time.isAfter(now)) {
            now = time;
        }
    }
}
