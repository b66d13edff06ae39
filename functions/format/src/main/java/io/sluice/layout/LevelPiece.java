package io.sluice.layout;

/// One piece of a [Level]; none has a slash of its own.
sealed interface LevelPiece {
    record Text(String text) implements LevelPiece {}

    /// A key value.
    ///
    /// @param fromQuery whether the jq query finds it, and not the function
    record Key(String name, boolean fromQuery) implements LevelPiece {}

    /// A `timestamp` expression, or the part of one between two slashes; in the stream's time zone.
    record Time(TimestampPattern pattern) implements LevelPiece {}

    /// `random-string`.
    record Random() implements LevelPiece {}

    /// `error-output-type`, in an error prefix.
    record ErrorType() implements LevelPiece {}

    /// The object's own name, at the end of a key.
    record Name() implements LevelPiece {}
}
