package io.sluice.local.verify;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A witness of what the judge cannot know by itself: what the stream's query and its user's own code make of a record.
public interface Witness {
    /// The outcome of a record.
    sealed interface Outcome {
        /// A record to deliver.
        ///
        /// @param source what an error record would hold
        record Keyed(byte[] data, Map<String, String> query, Map<String, String> lambda,
                byte[] source) implements Outcome {
            public Keyed {
                query = Map.copyOf(query);
                lambda = Map.copyOf(lambda);
            }
        }

        /// @param type `error-output-type`
        record Rejected(byte[] raw, String type, String code) implements Outcome {}

        /// Nothing is to be delivered of it.
        record Dropped() implements Outcome {}
    }

    /// Returns what the query finds in a record.
    Outcome keys(byte[] record);

    /// All that becomes of a source record that only the stream's own steps can take apart.
    void process(byte[] record, Consumer<Outcome> sink);

    /// Returns what `--arrival` gives for a record, as JSON; empty when it does not give one value.
    Optional<String> arrival(byte[] record);
}
