package io.sluice.tables;

/// What varies in a path: what a partition column holds.
sealed interface PathValue {
    /// A part of the time at which an object's oldest record arrived.
    record Arrival(TimeRun run) implements PathValue {}

    /// A partition key.
    ///
    /// @param fromQuery whether the jq query finds it, and not the function
    record Key(String name, boolean fromQuery) implements PathValue {}

    /// The kind of failure, in an error prefix.
    record ErrorType() implements PathValue {}
}
