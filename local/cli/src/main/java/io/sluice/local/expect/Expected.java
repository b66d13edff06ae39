package io.sluice.local.expect;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The expectations of one record that comes out. What is empty is not compared.
sealed interface Expected {
    /// It is delivered.
    ///
    /// @param keys   values of partition keys, by name; others may be there
    /// @param prefix what its object's key begins with, up to the object's own name
    /// @param data   its bytes, without the delimiter that a processor appends
    record Delivered(Map<String, String> keys, Optional<String> prefix, Optional<byte[]> data) implements Expected {
        public Delivered {
            keys = Map.copyOf(new TreeMap<>(keys));
            data = data.map(byte[]::clone);
        }

        @Override
        public Optional<byte[]> data() {
            return data.map(bytes -> Arrays.copyOf(bytes, bytes.length));
        }
    }

    /// It is rejected.
    ///
    /// @param code    `errorCode` of its error record
    /// @param message `errorMessage`
    /// @param prefix  what its error object's key begins with
    record Rejected(Optional<String> code, Optional<String> message, Optional<String> prefix) implements Expected {}

    /// It is left out on purpose.
    record Dropped() implements Expected {}
}
