package io.sluice.convert;

import io.sluice.columns.Column;
import io.sluice.input.RangedBytes;
import java.io.IOException;
import java.util.List;

/// Reads the files of a [RowFormat] as rows, by other code than it writes them with; found on the class path by
/// `java.util.ServiceLoader`. Safe for concurrent use.
public interface RowReaders {
    /// Opens a file. Columns that it lacks are null.
    ///
    /// @param name    what messages call the file
    /// @param columns of the rows
    /// @throws io.sluice.input.InputException naming the file, and the column, when it has one that is not among them,
    ///         or is of another type
    /// @throws IOException when `file` throws it
    RowReader open(String name, RangedBytes file, List<Column> columns) throws IOException;
}
