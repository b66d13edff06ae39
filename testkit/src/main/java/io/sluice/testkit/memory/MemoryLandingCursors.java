package io.sluice.testkit.memory;

import io.sluice.landing.LandingCursors;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Cursors in memory.
public final class MemoryLandingCursors implements LandingCursors {
    private final Map<String, Long> cursors = new ConcurrentHashMap<>();
    private final Map<String, Note> notes = new ConcurrentHashMap<>();

    @Override
    public Map<String, Long> read() {
        return Map.copyOf(cursors);
    }

    @Override
    public Map<String, Note> notes() {
        return Map.copyOf(notes);
    }

    @Override
    public boolean note(String name, Note note) {
        boolean[] noted = {false};
        notes.compute(name, (_, before) -> {
            noted[0] = before == null || before.version() < note.version();
            return noted[0] ? note : before;
        });
        return noted[0];
    }

    @Override
    public void advance(String name, long to) {
        cursors.merge(name, to, Math::max);
    }

    /// The table goes with all that it holds.
    public void lose() {
        cursors.clear();
        notes.clear();
    }
}
