package io.sluice.layout;

import java.util.Optional;

/// One piece of a [PathLevel]; none has a slash.
sealed interface LevelPiece {
    record Text(String text) implements LevelPiece {}

    /// A key value.
    ///
    /// @param date reads the value as a date, in UTC; empty when the key is no date
    record Key(String name, Optional<TimestampPattern> date) implements LevelPiece {}

    /// A `timestamp` expression, or the part of one between two slashes; in the stream's time zone.
    record Time(TimestampPattern pattern) implements LevelPiece {}

    /// `random-string`.
    record Random() implements LevelPiece {}

    /// The object's own name, at the end of a key.
    record Name() implements LevelPiece {}
}
