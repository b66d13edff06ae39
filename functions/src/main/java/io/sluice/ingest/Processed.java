package io.sluice.ingest;

import io.sluice.deaggregate.Piece;
import io.sluice.reject.Reject;
import java.util.Arrays;
import java.util.Map;

/// What processing made of a record, or of one of the records that it carried.
public sealed interface Processed {
    /// A record with its keys.
    ///
    /// @param data         holds the record's bytes at `offset`, `length` of them
    /// @param source       the record before any transformation, should it be rejected later on
    /// @param queryValues  values for `!{partitionKeyFromQuery:…}`
    /// @param lambdaValues values for `!{partitionKeyFromLambda:…}`
    record Keyed(byte[] data, int offset, int length, Piece source, Map<String, String> queryValues,
            Map<String, String> lambdaValues) implements Processed {
        /// A copy of the record's bytes.
        public byte[] bytes() {
            return Arrays.copyOfRange(data, offset, offset + length);
        }
    }

    /// A record that cannot be delivered under its own keys.
    ///
    /// @param raw the bytes as they were before any transformation
    record Rejected(byte[] raw, Reject reject) implements Processed {}

    /// A record that the transformation dropped on purpose.
    record Dropped() implements Processed {}
}
