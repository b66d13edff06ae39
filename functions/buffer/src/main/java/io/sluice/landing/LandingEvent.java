package io.sluice.landing;

import java.time.Instant;

/// An event about landings, as it is sent. Whoever makes it again makes the same id.
///
/// @param id    of the stream's name and of characters that need no escape anywhere; at most 128
/// @param chain the name of what it is in order with: events of one chain are sent in their order
/// @param at    when what it tells of happened
/// @param json  the whole event, by `docs/reference/landing-events.schema.json`
public record LandingEvent(String id, Type type, String chain, Instant at, String json) {
    /// The kind of what an event tells.
    public enum Type {
        /// Objects landed with a commit.
        LANDED("landed"),
        /// A job of the lake put objects in the place of others, which go.
        REPLACED("replaced"),
        /// A job of the lake removes objects.
        REMOVED("removed"),
        /// Landings were removed before they were told.
        MISSING("missing"),
        /// Everything that arrived before a time has landed, and was told.
        COMPLETED("completed"),
        /// Something landed that arrived before a time which was told to be complete.
        REOPENED("reopened"),
        /// The day's sum of all records.
        RECONCILED("reconciled");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        /// As it stands in events.
        public String word() {
            return word;
        }
    }
}
