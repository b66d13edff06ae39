package io.sluice.local.rejects;

import java.util.Arrays;
import java.util.Optional;

/// One of the records that were rejected for a reason.
///
/// @param data  the record as its source handed it over; its first [#BYTES_MAX] bytes
/// @param bytes how long the whole record is
/// @param hash  of the whole record, by which it is found in the input
/// @param place where it stands in the input; empty while that is not known, as of standard input
public record RejectExample(byte[] data, int bytes, RecordHash hash, Optional<InputPlace> place) {
    /// More of a record does not help to see what is wrong with it.
    public static final int BYTES_MAX = 200;

    static RejectExample of(byte[] record) {
        return new RejectExample(Arrays.copyOf(record, Math.min(record.length, BYTES_MAX)), record.length,
                RecordHash.of(record), Optional.empty());
    }

    RejectExample at(InputPlace found) {
        return new RejectExample(data, bytes, hash, Optional.of(found));
    }
}
