package io.sluice.extract;

import io.sluice.reject.Reject;
import java.util.Map;

/// The outcome of extracting a record's keys.
public sealed interface Extracted {
    /// Values for every key that the query defines.
    record Keys(Map<String, String> values) implements Extracted {
        public Keys {
            values = Map.copyOf(values);
        }
    }

    /// The record has no usable keys.
    record Failed(Reject reject) implements Extracted {}
}
