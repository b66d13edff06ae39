package io.sluice.ingest;

import io.sluice.deaggregate.Piece;
import io.sluice.reject.Reject;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// The result of processing a record, or one of the records that it carried.
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
    /// @param raw      the bytes as they were before any transformation
    /// @param attempts what was tried before
    record Rejected(byte[] raw, Reject reject, Attempts attempts) implements Processed {
        /// A record that failed at once, and no function of the stream's own at fault.
        public Rejected(byte[] raw, Reject reject) {
            this(raw, reject, Attempts.ONE);
        }

        /// The record `source`, whose place its reason names where there is one to name.
        public static Rejected of(Piece source, Reject reject, Attempts attempts) {
            return new Rejected(source.raw(), source.place().isEmpty()
                    ? reject
                    : new Reject(reject.type(), reject.code(), reject.message() + " (" + source.place() + ")"),
                    attempts);
        }

        static Rejected of(Piece source, Reject reject) {
            return of(source, reject, Attempts.ONE);
        }
    }

    /// The attempts after which a record was given up.
    ///
    /// @param made        how often it was tried, at least 1
    /// @param functionArn the function that failed, with its version; empty when it is the one that runs here
    record Attempts(int made, Optional<String> functionArn) {
        public static final Attempts ONE = new Attempts(1, Optional.empty());
    }

    /// A record that the transformation dropped on purpose.
    record Dropped() implements Processed {}
}
