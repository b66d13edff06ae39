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

    /// The bytes that an error record has of it: those that come to the same again when they are put once more.
    default byte[] raw() {
        return bytes();
    }

    /// The place in the source record, for people; empty where it is plain.
    default String place() {
        return "";
    }

    /// One user record.
    record Whole(byte[] source, int offset, int length) implements Piece {}

    /// One user record that was an element of a document's array.
    ///
    /// @param before what stands before it in the shortest document that has it alone
    /// @param after  what stands after it there
    record Element(byte[] source, int offset, int length, byte[] before, byte[] after, String place)
            implements
                Piece {
        @Override
        public byte[] raw() {
            byte[] raw = Arrays.copyOf(before, before.length + length + after.length);
            System.arraycopy(source, offset, raw, before.length, length);
            System.arraycopy(after, 0, raw, before.length + length, after.length);
            return raw;
        }
    }

    /// Bytes that are no user record.
    ///
    /// @param cause what is wrong with them, a sentence without a full stop and without any of the bytes
    record Broken(byte[] source, int offset, int length, String cause) implements Piece {}
}
