package io.sluice.convert;

import java.io.IOException;

/// Writes one file of rows; belongs to one thread. The same rows give the same bytes.
public interface RowWriter extends AutoCloseable {
    /// @throws IOException when the file cannot be written
    void write(Row row) throws IOException;

    /// Completes the file.
    void finish() throws IOException;

    /// Frees what the writer holds. A file that was not finished is none.
    @Override
    void close() throws IOException;
}
