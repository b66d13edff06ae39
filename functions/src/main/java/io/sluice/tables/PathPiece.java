package io.sluice.tables;

/// A piece of a prefix, once its timestamp patterns are taken apart: what a path is made of.
sealed interface PathPiece {
    /// Text that is the same for all objects.
    record Text(String text) implements PathPiece {}

    /// A field of a `timestamp` pattern.
    record Time(DateToken.Field field) implements PathPiece {}

    /// A partition key.
    ///
    /// @param fromQuery whether the jq query finds it, and not the function
    record Key(String name, boolean fromQuery) implements PathPiece {}

    /// `!{firehose:random-string}`
    record Random() implements PathPiece {}

    /// `!{firehose:error-output-type}`
    record ErrorType() implements PathPiece {}
}
