package io.sluice.convert;

import io.sluice.input.RangedBytes;
import java.io.IOException;

/// Reads the files of a [RowFormat] as rows, by other code than it writes them with; found on the class path by
/// `java.util.ServiceLoader`. Safe for concurrent use.
public interface RowReaders {
    /// Opens a file. Columns that it lacks are null; those of its path are left out, and field ids do not matter.
    ///
    /// @param name what messages call the file
    /// @throws io.sluice.input.InputException naming the file, and the column, when the conversion makes
    ///         no such column, or one of another type
    /// @throws IOException when `file` throws it
    RowReader open(String name, RangedBytes file, FormatConversion conversion) throws IOException;
}
