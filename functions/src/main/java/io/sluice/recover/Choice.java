package io.sluice.recover;

import java.util.Optional;

/// Which manifest is taken for the current one, and why.
///
/// @param chosen empty when nothing was ever committed
record Choice(Optional<Candidate> chosen, Why why) {
    /// Why a manifest is taken.
    enum Why {
        // @formatter:off
        NOTHING_WAS_COMMITTED("nothing was ever committed"),
        NAMED_BY_THE_STATE("the state item names it: an earlier recovery wrote it"),
        ITS_BASE_IS_GONE("it is the only one of the highest version, and the one that it replaces was deleted"),
        THE_ONLY_ONE("it is the only one of the highest version"),
        ITS_OBJECTS_ARE_THERE("of several of the highest version only this one's objects were written"),
        NOBODY_WROTE("none of several of the highest version had an object written, and this one lacks nothing");
        // @formatter:on

        private final String text;

        Why(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
