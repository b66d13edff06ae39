package io.sluice.testkit.memory;

import io.sluice.landing.LandingCursors;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Cursors in memory.
public final class MemoryLandingCursors implements LandingCursors {
    private final Map<String, Long> cursors = new ConcurrentHashMap<>();

    @Override
    public Map<String, Long> read() {
        return Map.copyOf(cursors);
    }

    @Override
    public void advance(String name, long to) {
        cursors.merge(name, to, Math::max);
    }

    /// The table goes with all that it holds.
    public void lose() {
        cursors.clear();
    }
}
