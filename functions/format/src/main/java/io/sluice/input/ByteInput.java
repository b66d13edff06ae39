package io.sluice.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// The decompressed bytes of one input.
public interface ByteInput extends Closeable {
    /// Reads up to `length` bytes into `target` from `from` on, as [java.io.InputStream#read(byte[], int, int)] does.
    int read(byte[] target, int from, int length) throws IOException;

    /// Tells that no record that starts before `offset` (in decompressed bytes) is open any more.
    default void recordsBefore(long offset) {}

    /// Returns the number of bytes of the input, as it is stored, that what was read came out of. At the end of the
    /// bytes that is all of them, unless decompressing broke off.
    long consumed();

    /// Tests whether the bytes ended where decompressing broke off.
    default boolean broken() {
        return false;
    }

    /// Returns the part that could not be decompressed, asked for at the end of the bytes.
    ///
    /// @param offset where the last whole record ends, in decompressed bytes
    default Optional<Undecodable> undecodable(long offset) throws IOException {
        return Optional.empty();
    }

    /// The part of a compressed input that can't be decompressed.
    ///
    /// @param offset   where `data` starts in the compressed input
    /// @param data     the compressed bytes from there to the end of the input
    /// @param cause    what is wrong, in words
    /// @param unproven decompressed bytes that were given out and whose checksum, which comes after them, was not
    ///                 reached or does not match: they may be altered
    record Undecodable(long offset, byte[] data, String cause, long unproven) {}

    /// The first member, frame or stream of a compressed input that does not hold.
    ///
    /// @param offset where it starts in the compressed input
    /// @param cause  what is wrong with it, in words
    record Fault(long offset, String cause) {}
}
