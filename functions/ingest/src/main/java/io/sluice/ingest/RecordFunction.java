package io.sluice.ingest;

import io.sluice.reject.Reject;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The function of a stream's `Lambda` processor, which is called with many records at once and answers each of them.
/// Where one is given, it transforms records in the place of a [io.sluice.plugin.RecordTransformer].
///
/// It may answer differently when it is called with the same records again: what it answered in the attempt at a batch
/// that is staged last, before the batch is folded, is what counts, for all records of the batch.
public interface RecordFunction {
    /// The name that `Sluice.Transformer` calls it by.
    String NAME = "lambda";

    /// Calls it, as often as its configuration allows.
    ///
    /// @param records at least one, with ids of which no two are equal
    /// @return one answer for each record, in their order
    /// @throws FunctionUnavailableException when it could not be called at all: nothing is known of any of the records,
    ///         and the source must retry the batch
    List<Answer> call(List<Input> records);

    /// A record that it is to transform.
    ///
    /// @param recordId the same at every attempt at the record's batch
    /// @param data     its bytes, after deaggregation
    record Input(String recordId, Instant arrival, byte[] data) {}

    /// The function's answer for a record.
    sealed interface Answer {
        /// It is delivered.
        ///
        /// @param partitionKeys values for `!{partitionKeyFromLambda:…}`
        record Kept(byte[] data, Map<String, String> partitionKeys) implements Answer {
            public Kept {
                partitionKeys = Map.copyOf(partitionKeys);
            }
        }

        /// Nothing of it is delivered, as the function wants it.
        record Dropped() implements Answer {}

        /// It lands in an error object as it came.
        record Failed(Reject reject, Processed.Attempts attempts) implements Answer {}
    }
}
