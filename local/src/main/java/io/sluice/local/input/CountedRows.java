package io.sluice.local.input;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Rows of a file whose footer says how many there are. The end is believed only when so many were read.
final class CountedRows implements RecordInput {
    private final String name;
    private final long rows;
    private final RecordInput in;
    private long read;

    /// @param name what messages call the file
    /// @param rows how many there are
    CountedRows(String name, long rows, RecordInput in) {
        this.name = name;
        this.rows = rows;
        this.in = in;
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        InputRecord row = in.next();
        read += row == null ? 0 : 1;
        if (row == null && read != rows) {
            throw new InputException(name + ": " + read + " rows were read of " + rows + " that its footer tells");
        }
        return row;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
