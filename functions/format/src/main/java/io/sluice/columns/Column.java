package io.sluice.columns;

import java.util.Optional;

/// A column of a table.
///
/// @param name    letters, digits and `_`, in lower case as Athena keeps it: other letter case is folded
/// @param comment for whoever reads the table's definition
public record Column(String name, ColumnType type, Optional<String> comment) {
    /// @throws ColumnTypeException when Athena has no column of this name
    public Column {
        name = ColumnNames.folded(name);
    }

    /// A column without a comment.
    public static Column of(String name, ColumnType type) {
        return new Column(name, type, Optional.empty());
    }
}
