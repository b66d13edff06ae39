package io.sluice.landing;

import java.util.Map;

/// The cursors of a reader of landings, in the stream's table: how far it is in each chain. They only move forward;
/// with the table they are lost, and the reader begins again at the oldest landing that is kept. Safe for concurrent
/// use.
///
/// Every method throws [io.sluice.objects.StoreException] and may be repeated whatever its outcome was.
public interface LandingCursors {
    /// A reader that a configuration declares: landings, and objects that are told to go, wait for it.
    enum Reader {
        /// Who tells them by events.
        EVENTS,
        /// Who makes an Iceberg table of them.
        TABLE
    }

    /// The reader's cursors by their names, read consistently, in one request; one that never moved is not there.
    Map<String, Long> read();

    /// Moves a cursor forward; where it is there or further already, nothing changes.
    ///
    /// @param name of a chain's buffer, or a name that no buffer has
    /// @param to   at least 1
    void advance(String name, long to);

    /// The knowledge of a reader at a cursor of its own.
    ///
    /// @param version of the cursor; at least 1
    /// @param text    at most some kilobytes
    record Note(long version, String text) {
        /// Of a reader that never noted anything.
        public static final Note NONE = new Note(0, "");
    }

    /// All notes by the names of their cursors, read as [#read] does.
    Map<String, Note> notes();

    /// Moves a cursor forward, with what is known there. Where it is there or further already, nothing changes.
    ///
    /// @param name which only cursors with notes have
    /// @return false when nothing changed: another one noted it, or an attempt of this very request
    boolean note(String name, Note note);
}
