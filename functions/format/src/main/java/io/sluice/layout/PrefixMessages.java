package io.sluice.layout;

/// Firehose's own messages about prefixes, word for word; what Sluice adds follows after `;`.
final class PrefixMessages {
    static final String PARTITION_KEY_IN_ERROR_PREFIX = "Dynamic Partitioning Namespaces can't be part of an error "
            + "prefix expression";
    static final String ERROR_PREFIX_MISSING = "ErrorOutputPrefix cannot be null or empty when Prefix contains "
            + "expressions";
    static final String ERROR_TYPE_MISSING = "ErrorOutputPrefix must contain at least one occurrence of "
            + "!{firehose:error-output-type}";
    static final String ERROR_TYPE_IN_PREFIX = "Prefix must not contain any occurrence of "
            + "!{firehose:error-output-type}";
    static final String TIME_ZONE = "Provided custom time zone is not supported. Custom time zones are limited to UTC "
            + "and non-3-letter IANA time zones.";

    private PrefixMessages() {}

    static String malformed(String prefix, String detail) {
        return "The supplied prefix(es) do not satisfy the following constraint: Invalid expression usage: " + prefix
                + ".Must be of the form !{<namespace>:<value>}; " + detail;
    }

    static String unknownNamespace(String namespace) {
        return "Namespace to the left of colon (" + namespace + ") is an invalid keyword!; known are firehose, "
                + "timestamp, partitionKeyFromQuery and partitionKeyFromLambda";
    }

    static String badValue(String namespace, String value, String detail) {
        return "Invalid conversion character used in the value of the expression in Prefix; !{" + namespace + ":"
                + value + "}: " + detail;
    }

    static String tooLong(PrefixField field) {
        String name = switch (field) {
            case PREFIX -> "prefix";
            case ERROR_OUTPUT_PREFIX -> "ErrorOutputPrefix";
        };
        return "Length of evaluated " + name + " cannot be greater than " + PrefixExpression.CHARS_MAX;
    }
}
