package io.sluice.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The records of one file or object, in its order. For one thread.
public interface RecordInput extends Closeable {
    /// The next record, or `null` at the end.
    ///
    /// @throws InputException when the rest cannot be read
    @Nullable
    InputRecord next() throws IOException;

    /// Bytes of the file or object, as it is stored, that are accounted for: they came out in records, or stood between
    /// them. Told once [#next()] has given `null`; empty for rows, which are not read from front to end, and where
    /// decompressing broke off.
    default OptionalLong consumed() {
        return OptionalLong.empty();
    }

    /// Returns the part that could not be decompressed, once [#next()] has given `null`.
    default Optional<ByteInput.Undecodable> undecodable() throws IOException {
        return Optional.empty();
    }
}
