package io.sluice.local.expect;

import java.util.Arrays;
import java.util.Map;

/// The outcome of a record, or of one of the records that it carried.
sealed interface ExpectedOutcome {
    /// @param keys   values of the partition keys
    /// @param prefix what its object's key begins with when no other record is in the object
    /// @param data   its bytes, without a delimiter
    record Delivered(Map<String, String> keys, String prefix, byte[] data) implements ExpectedOutcome {
        public Delivered {
            keys = Map.copyOf(keys);
            data = data.clone();
        }

        @Override
        public byte[] data() {
            return Arrays.copyOf(data, data.length);
        }
    }

    /// @param prefix what its error object's key begins with
    /// @param detail what Firehose's message leaves out; may be empty
    record Rejected(String code, String message, String prefix, String detail) implements ExpectedOutcome {}

    record Dropped() implements ExpectedOutcome {}
}
