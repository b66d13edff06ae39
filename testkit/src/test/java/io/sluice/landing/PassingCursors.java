package io.sluice.landing;

import io.sluice.testkit.requests.Requests;
import java.util.Map;

/// Passes every request on to a stream's cursors.
///
/// @param requests carries each request
record PassingCursors(LandingCursors cursors, Requests requests) implements LandingCursors {
    @Override
    public Map<String, Long> read() {
        return requests.read(() -> "read", cursors::read);
    }

    @Override
    public void advance(String name, long to) {
        requests.write(() -> "advance", () -> {
            cursors.advance(name, to);
            return name;
        });
    }

    @Override
    public Map<String, Note> notes() {
        return requests.read(() -> "notes", cursors::notes);
    }

    @Override
    public boolean note(String name, Note note) {
        return requests.write(() -> "note", () -> cursors.note(name, note));
    }
}
