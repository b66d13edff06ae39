package io.sluice.convert;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads what a file holds as rows of a table, of which nothing is left out; belongs to one thread.
public interface RowReader extends AutoCloseable {
    /// The next row; null at the end.
    ///
    /// @throws io.sluice.input.InputException naming the file and the row, when it is none of the table or would lose
    ///         something
    /// @throws IOException when the file cannot be read
    @Nullable
    Row next() throws IOException;

    @Override
    void close() throws IOException;
}
