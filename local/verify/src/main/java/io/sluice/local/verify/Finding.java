package io.sluice.local.verify;

import java.util.Locale;

/// Something that is not as it should be.
///
/// @param text what and where; never a record's bytes
public record Finding(Kind kind, String text) {
    /// The kind of a fault.
    public enum Kind {
        /// A record of the input is in no object.
        LOST,
        /// A record is there more often than in the input.
        DOUBLED,
        /// A record is under the prefix of other keys than its own.
        MISPLACED,
        /// An object holds something that is no record of the input.
        ALTERED,
        /// An object can't be read.
        UNREADABLE,
        /// A file among the stream's objects is none of them.
        FOREIGN;

        /// In lower case.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
