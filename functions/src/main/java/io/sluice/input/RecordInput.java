package io.sluice.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The records of one file or object, in its order. For one thread.
public interface RecordInput extends Closeable {
    /// The next record, or `null` at the end.
    ///
    /// @throws InputException when the rest cannot be read
    @Nullable
    InputRecord next() throws IOException;

    /// What could not be decompressed, once [#next()] has given `null`.
    default Optional<ByteInput.Undecodable> undecodable() throws IOException {
        return Optional.empty();
    }
}
