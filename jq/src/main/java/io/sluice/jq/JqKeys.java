package io.sluice.jq;

import java.util.List;

/// What a `JqQuery` gives for one record.
public sealed interface JqKeys {

    /// A text for every key of the query, in the query's order; none is empty.
    record Found(List<String> texts) implements JqKeys {}

    /// The record has no usable keys.
    ///
    /// @param message Firehose's own for the first two reasons, jq's for the others
    record Failed(Reason reason, String message) implements JqKeys {}

    /// Why a record has no keys.
    enum Reason {
        /// The record is not exactly one JSON value.
        NOT_JSON,
        /// A key is null, empty, an object or an array, or the query gives no object or several.
        NO_KEY,
        /// The query raised an error.
        ERROR,
        /// The query was stopped: at a limit, or at what is not supported.
        BOUND,
        /// The evaluator itself failed on this record.
        DEFECT
    }
}
