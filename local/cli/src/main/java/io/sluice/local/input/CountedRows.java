package io.sluice.local.input;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Rows of a file whose footer says how many there are. The end is believed only when so many were read, and the file
/// is the one that was opened.
final class CountedRows implements RecordInput {
    private final String name;
    private final long rows;
    private final RecordInput in;
    private final Optional<StampedFile> opened;
    private long read;

    /// @param name what messages call the file
    /// @param opened the file, if they are in one; another source makes sure by itself that it stays the same
    /// @param rows   how many there are
    CountedRows(String name, Optional<StampedFile> opened, long rows, RecordInput in) {
        this.opened = opened;
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
        if (row == null && opened.isPresent() && opened.get().isChanged()) {
            throw new InputException(
                    name + " was written to while it was read, so that its rows may be a mix; run again"
                            + " while nobody writes to it, or on a copy");
        }
        return row;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
