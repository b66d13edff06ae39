package io.sluice.layout;

/// A variable part of a path, which a partition column holds.
public sealed interface ColumnValue {
    /// A part of the time at which an object's oldest record arrived.
    record Arrival(TimeRun run) implements ColumnValue {}

    /// A partition key.
    ///
    /// @param fromQuery whether the jq query finds it, and not the function
    record Key(String name, boolean fromQuery) implements ColumnValue {}

    /// The kind of failure, in an error prefix.
    record ErrorType() implements ColumnValue {}
}
