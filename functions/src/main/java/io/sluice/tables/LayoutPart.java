package io.sluice.tables;

/// A piece of a table's path.
sealed interface LayoutPart {
    /// Text that is the same in all partitions, slashes included.
    record Text(String text) implements LayoutPart {}

    /// A partition column's value.
    ///
    /// @param name the column's
    record Value(String name, PathValue value) implements LayoutPart {}
}
