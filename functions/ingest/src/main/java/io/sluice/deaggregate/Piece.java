package io.sluice.deaggregate;

import java.util.Arrays;

/// A part of a source record: a slice of its bytes, which are not copied.
public sealed interface Piece {
    /// The source record's bytes.
    byte[] source();

    /// Returns the index at which the piece starts in [#source()].
    int offset();

    /// The piece's length in bytes; 0 only for an empty source record that is not deaggregated.
    int length();

    /// A copy of the piece's bytes.
    default byte[] bytes() {
        return Arrays.copyOfRange(source(), offset(), offset() + length());
    }

    /// One user record.
    record Whole(byte[] source, int offset, int length) implements Piece {}

    /// Bytes that are no user record.
    ///
    /// @param cause what is wrong with them, a sentence without a full stop and without any of the bytes
    record Broken(byte[] source, int offset, int length, String cause) implements Piece {}
}
