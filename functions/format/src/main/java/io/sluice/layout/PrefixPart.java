package io.sluice.layout;

/// One piece of a prefix expression.
public sealed interface PrefixPart {
    /// Text outside of expressions.
    record Literal(String text) implements PrefixPart {}

    /// `!{timestamp:pattern}`
    record Timestamp(TimestampPattern pattern) implements PrefixPart {}

    /// `!{firehose:random-string}`
    record RandomString() implements PrefixPart {}

    /// `!{firehose:error-output-type}`
    record ErrorOutputType() implements PrefixPart {}

    /// `!{partitionKeyFromQuery:name}`
    record QueryKey(String name) implements PrefixPart {}

    /// `!{partitionKeyFromLambda:name}`
    record LambdaKey(String name) implements PrefixPart {}
}
