package io.sluice.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Time as the director makes it pass.
public final class VirtualClock implements InstantSource {
    /// Some noon; the day does not matter.
    private static final long START = Duration.ofDays(20_000).toMillis() + Duration.ofHours(12).toMillis();

    private long now = START;

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(now);
    }

    @Override
    public long millis() {
        return now;
    }

    public void pass(Duration time) {
        now += time.toMillis();
    }

    /// This clock as a machine sees it whose own is wrong by `skew`.
    public InstantSource skewed(Duration skew) {
        return () -> Instant.ofEpochMilli(now + skew.toMillis());
    }
}
