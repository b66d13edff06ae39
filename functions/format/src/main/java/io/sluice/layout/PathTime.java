package io.sluice.layout;

import java.time.Instant;

/// The time that a path tells of what is under it.
public sealed interface PathTime {
    /// It has no date, or none with a year.
    record None() implements PathTime {}

    /// It should have a date, and that does not parse or contradicts itself.
    record Unreadable() implements PathTime {}

    /// All of it is from `from` (inclusive) to `to` (exclusive): the whole interval of the finest part, a day for a
    /// day; and, where that is the arrival of an object's oldest record, as much longer as [Filing] allows.
    record Between(Instant from, Instant to) implements PathTime {
        /// The interval of what is under both: the later of the two on either side, so that neither date is passed
        /// over.
        Between and(Between other) {
            return new Between(from.isAfter(other.from) ? from : other.from, to.isAfter(other.to) ? to : other.to);
        }
    }
}
