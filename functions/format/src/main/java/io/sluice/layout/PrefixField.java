package io.sluice.layout;

/// One of a destination's two prefixes.
public enum PrefixField {
    PREFIX("Prefix"), ERROR_OUTPUT_PREFIX("ErrorOutputPrefix");

    private final String apiName;

    PrefixField(String apiName) {
        this.apiName = apiName;
    }

    /// The field's name in the Firehose API.
    public String apiName() {
        return apiName;
    }
}
