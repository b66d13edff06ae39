package io.sluice.jq;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a `JqQuery` for one JSON text.
public sealed interface JqMembers {

    /// A member for every name of the query, in the query's order: a string as it is, a number or a boolean as jq's
    /// `tostring` prints it, the empty text for `null` and for a number that JSON has no text for; null where the
    /// member is an array or an object, or the output has no such member.
    record Found(List<@Nullable String> texts) implements JqMembers {}

    /// There are no members.
    ///
    /// @param message jq's own where it has one
    record Failed(Reason reason, String message) implements JqMembers {}

    /// The reason why there are no members.
    enum Reason {
        /// The text is not exactly one JSON value.
        NOT_JSON,
        /// The query gives no object, or more than one output.
        NOT_ONE_OBJECT,
        /// The query raised an error.
        ERROR,
        /// The query was stopped: at a limit, or at what is not supported.
        BOUND,
        /// The evaluator itself failed on this text.
        DEFECT
    }
}
