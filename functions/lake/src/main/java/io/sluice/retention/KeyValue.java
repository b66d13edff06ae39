package io.sluice.retention;

/// A partitioning key and one of its values, as records have it: not encoded.
public record KeyValue(String key, String value) {
    /// Of a text `name=value`; the value may have further `=`.
    ///
    /// @throws RetentionException when it is not of that form
    public static KeyValue parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new RetentionException("'" + text + "' is no key and value; write NAME=VALUE, as customer_id=123");
        }
        return new KeyValue(text.substring(0, equals), text.substring(equals + 1));
    }

    @Override
    public String toString() {
        return key + "=" + value;
    }
}
