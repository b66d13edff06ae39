package io.sluice.transform;

import java.util.List;
import java.util.Map;

/// What a transformation made of a record.
public sealed interface Transformed {
    /// Records to deliver: one, several where one fans out, or none, which drops the record. In delivery `firehose` at most
    /// one.
    record Kept(List<Output> outputs) implements Transformed {
        public Kept {
            outputs = List.copyOf(outputs);
        }
    }

    /// Nothing shall be delivered of the record.
    record Dropped() implements Transformed {}

    /// The record cannot be transformed.
    ///
    /// @param message for its error record
    record Failed(String message) implements Transformed {}

    /// One record to deliver.
    ///
    /// @param partitionKeys values for `!{partitionKeyFromLambda:…}`; none where the prefix uses none
    record Output(byte[] data, Map<String, String> partitionKeys) {
        public Output {
            partitionKeys = Map.copyOf(partitionKeys);
        }
    }

    /// One record with this data and no keys.
    static Transformed kept(byte[] data) {
        return new Kept(List.of(new Output(data, Map.of())));
    }
}
