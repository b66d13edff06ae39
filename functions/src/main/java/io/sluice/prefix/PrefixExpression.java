package io.sluice.prefix;

import java.util.Map;
import java.util.Set;

/// A parsed `Prefix` or `ErrorOutputPrefix`. Immutable.
public final class PrefixExpression {
    private PrefixExpression() {}

    /// Parses `text`.
    ///
    /// @throws PrefixException with Firehose's own message
    public static PrefixExpression parse(String text) {
        throw new UnsupportedOperationException(text);
    }

    /// Names used as `!{partitionKeyFromQuery:name}`, in order of first use.
    public Set<String> queryKeys() {
        throw new UnsupportedOperationException();
    }

    /// Names used as `!{partitionKeyFromLambda:name}`, in order of first use.
    public Set<String> lambdaKeys() {
        throw new UnsupportedOperationException();
    }

    /// Binds the key values (and, in an error prefix, the error output type); `timestamp` and `random-string` stay open.
    ///
    /// @throws IllegalArgumentException when a key that the expression uses has no value
    public BoundPrefix bind(Map<String, String> queryValues, Map<String, String> lambdaValues, String errorOutputType) {
        throw new UnsupportedOperationException();
    }
}
