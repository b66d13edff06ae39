package io.sluice.input;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The records of a file or object whose size is known: its end is believed only when every byte is accounted for. A
/// file that grew while it was read was read to its end. For one thread.
public final class WholeInput implements RecordInput {
    private final String name;
    private final RecordInput records;
    private final long bytes;

    /// @param name  what messages call the input
    /// @param bytes the input's size, as it is stored
    public WholeInput(String name, RecordInput records, long bytes) {
        this.name = name;
        this.records = records;
        this.bytes = bytes;
    }

    /// @throws InputException at the end, when not all of the input's bytes were read
    @Override
    public @Nullable InputRecord next() throws IOException {
        InputRecord record = records.next();
        if (record == null) {
            OptionalLong consumed = records.consumed();
            if (consumed.isPresent() && consumed.getAsLong() < bytes) {
                throw new InputException(name + ": " + consumed.getAsLong() + " of its " + bytes
                        + " bytes were read; it changed while it was read, or its reader has a defect: nothing may be"
                        + " removed because of what was read");
            }
        }
        return record;
    }

    @Override
    public OptionalLong consumed() {
        return records.consumed();
    }

    @Override
    public Optional<ByteInput.Undecodable> undecodable() throws IOException {
        return records.undecodable();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
