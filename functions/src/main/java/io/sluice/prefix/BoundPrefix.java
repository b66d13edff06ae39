package io.sluice.prefix;

import java.time.Instant;
import java.time.ZoneId;

/// A prefix expression with its key values bound; `timestamp` and `random-string` parts are still open.
///
/// @param text the canonical form, equal for equal bound prefixes and reversible: literal text as is, open parts as
///        `!{namespace:value}`, a literal `!{` escaped so that no key value can be read as an expression
public record BoundPrefix(String text) {
    /// Evaluates the open parts.
    ///
    /// @param oldestArrival arrival time of the oldest record in the object
    /// @param seed          decides the `random-string` parts: the same seed gives the same text, each instance its own
    public String evaluate(Instant oldestArrival, ZoneId zone, String seed) {
        throw new UnsupportedOperationException();
    }
}
