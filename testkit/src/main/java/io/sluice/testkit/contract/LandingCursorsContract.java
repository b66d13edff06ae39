package io.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingCursors.Note;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What all [LandingCursors] do.
public abstract class LandingCursorsContract {
    /// Those of a stream that never told anything.
    protected abstract LandingCursors cursors();

    @Test
    void thereAreNoneBeforeOneMoved() {
        assertEquals(Map.of(), cursors().read());
    }

    @Test
    void eachIsWhereItWasMovedTo() {
        LandingCursors cursors = cursors();
        cursors.advance("quakes", 9);
        cursors.advance("quakes!lane!1", 10);
        cursors.advance("quakes", Long.MAX_VALUE);
        assertEquals(Map.of("quakes", Long.MAX_VALUE, "quakes!lane!1", 10L), cursors.read());
    }

    @Test
    void noneIsMovedBackBySomebodyWhoIsBehind() {
        LandingCursors cursors = cursors();
        cursors.advance("quakes", 10);
        cursors.advance("quakes", 9);
        cursors.advance("quakes", 10);
        assertEquals(Map.of("quakes", 10L), cursors.read());
    }

    @Test
    void thereMayBeOneForEachBufferThatAStreamCanHave() {
        LandingCursors cursors = cursors();
        Map<String, Long> all = new HashMap<>();
        for (int buffer = 0; buffer < 64; buffer++) {
            cursors.advance("quakes!lane!" + buffer, buffer + 1);
            all.put("quakes!lane!" + buffer, buffer + 1L);
        }
        assertEquals(all, cursors.read());
    }

    @Test
    void aNoteIsReadWithItsCursorAndKeptByWhoIsBehind() {
        LandingCursors cursors = cursors();
        assertEquals(Map.of(), cursors.notes());
        assertTrue(cursors.note("quakes!dates", new Note(3, "2026-11-26 3 1 10\n2026-11-27 3 1 10")));
        assertFalse(cursors.note("quakes!dates", new Note(3, "of another one")));
        assertFalse(cursors.note("quakes!dates", new Note(2, "of one who is behind")));
        assertEquals(Map.of("quakes!dates", new Note(3, "2026-11-26 3 1 10\n2026-11-27 3 1 10")), cursors.notes());
        assertTrue(cursors.note("quakes!dates", new Note(4, "")));
        assertEquals(Map.of("quakes!dates", new Note(4, "")), cursors.notes());
        cursors.advance("quakes", 9);
        assertEquals(Set.of("quakes!dates"), cursors.notes().keySet(), "a cursor alone is no note");
    }
}
