package io.sluice.plugin;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The result of a transformation of a record.
public sealed interface Transformed {
    /// Records to deliver: one, several where one fans out, or none, which drops the record. In delivery `firehose` at
    /// most one. Neither the list nor one of its elements is null.
    record Kept(List<Output> outputs) implements Transformed {
        public Kept {
            outputs = List.copyOf(outputs);
        }
    }

    /// Nothing shall be delivered of the record.
    record Dropped() implements Transformed {}

    /// The record cannot be transformed; it lands in an error object as it came.
    ///
    /// @param message for its error record; never null
    record Failed(String message) implements Transformed {
        public Failed {
            Objects.requireNonNull(message, "a failed record needs a message");
        }
    }

    /// One record to deliver. The data, the keys, and each name and value are never null.
    ///
    /// @param data          its bytes, which are not copied
    /// @param partitionKeys values for `!{partitionKeyFromLambda:…}`; none where the prefix uses none
    record Output(byte[] data, Map<String, String> partitionKeys) {
        public Output {
            Objects.requireNonNull(data, "a record to deliver needs data");
            partitionKeys = Map.copyOf(partitionKeys);
        }
    }

    /// One record with this data and no keys.
    static Transformed kept(byte[] data) {
        return new Kept(List.of(new Output(data, Map.of())));
    }
}
