package io.sluice.simulation.events;

import io.sluice.landing.LandingCursors;
import io.sluice.simulation.Wire;
import java.util.Map;

/// Cursors as one actor reaches them.
///
/// @param moved is told of each request that moves a cursor, or notes something, as it is applied
record WiredCursors(Wire wire, LandingCursors cursors, Moved moved) implements LandingCursors {
    /// Sees cursors that move.
    @FunctionalInterface
    interface Moved {
        void to(String name, long version);
    }

    @Override
    public Map<String, Long> read() {
        return wire.read(() -> "QUERY cursors", cursors::read);
    }

    @Override
    public void advance(String name, long to) {
        wire.write(() -> "UPDATE " + name + " to " + to, () -> {
            cursors.advance(name, to);
            moved.to(name, to);
            return "done";
        });
    }

    @Override
    public Map<String, Note> notes() {
        return wire.read(() -> "QUERY notes", cursors::notes);
    }

    @Override
    public boolean note(String name, Note note) {
        return wire.write(() -> "NOTE " + name + " " + note, () -> {
            boolean first = cursors.note(name, note);
            if (first) {
                moved.to(name, note.version());
            }
            return first;
        });
    }
}
