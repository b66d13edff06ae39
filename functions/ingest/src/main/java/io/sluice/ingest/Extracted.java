package io.sluice.ingest;

import io.sluice.layout.KeyValues;
import io.sluice.reject.Reject;
import java.util.Map;

/// The outcome of extracting a record's keys.
public sealed interface Extracted {
    /// Values for every key that the query defines.
    record Keys(KeyValues values) implements Extracted {
        /// @throws NullPointerException when a name or a value is null
        public Keys(Map<String, String> values) {
            this(KeyValues.copyOf(values));
        }
    }

    /// The record has no usable keys.
    record Failed(Reject reject) implements Extracted {}
}
