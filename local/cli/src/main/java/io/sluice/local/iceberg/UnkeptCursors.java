package io.sluice.local.iceberg;

import io.sluice.landing.LandingCursors;
import java.util.Map;

/// Cursors for which nobody waits: nothing sweeps the landings of a run. Where a table is, it says itself.
enum UnkeptCursors implements LandingCursors {
    INSTANCE;

    @Override
    public Map<String, Long> read() {
        return Map.of();
    }

    @Override
    public void advance(String name, long to) {
        // There is nobody to be told.
    }

    @Override
    public Map<String, Note> notes() {
        return Map.of();
    }

    @Override
    public boolean note(String name, Note note) {
        return true;
    }
}
