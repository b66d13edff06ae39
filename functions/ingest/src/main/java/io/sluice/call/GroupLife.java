package io.sluice.call;

import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The time in which a group may still be committed. Who was suspended longer, as a process or with its machine, must
/// not name a segment in an entry that the sweep may have taken. A suspended process's clocks both go on; a machine's
/// monotonic clock may stand still, and its wall clock be set: whichever tells of more time is believed.
final class GroupLife implements Deadline {
    /// As long as an invocation of Lambda's, which the sweep spares with a margin of an hour beyond the retry window.
    static final Duration MAX = Duration.ofMinutes(15);

    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Instant begun;
    private final long begunNanos;

    /// Begins now.
    ///
    /// @param nanos a monotonic clock
    GroupLife(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
        this.begun = clock.instant();
        this.begunNanos = nanos.getAsLong();
    }

    @Override
    public Duration remaining() {
        return MAX.minus(age());
    }

    /// The time since it began.
    Duration age() {
        Duration wall = Duration.between(begun, clock.instant());
        Duration monotonic = Duration.ofNanos(nanos.getAsLong() - begunNanos);
        return wall.compareTo(monotonic) > 0 ? wall : monotonic;
    }
}
