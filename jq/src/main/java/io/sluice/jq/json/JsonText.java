package io.sluice.jq.json;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Utf8;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// JSON texts of one value: records, and what `fromjson` and `tonumber` read.
public final class JsonText {
    private static final int BYTES_OF_CONTAINER = 170;
    private static final int BYTES_OF_MEMBER = 24;

    private JsonText() {}

    /// The one value of a text.
    ///
    /// @throws JqError with jq's message, which ends with the text: there is no value, there are several, or the text
    ///         is malformed
    public static JqValue parseOne(byte[] json) {
        ExactJsonParser parser = new ExactJsonParser(json, 0, json.length);
        try {
            parser.skipByteOrderMark();
            JqValue value = parser.next();
            if (value == null) {
                throw new JqError("Expected JSON value");
            }
            if (parser.next() != null) {
                throw new JqError("Unexpected extra JSON values");
            }
            return value;
        } catch (JqError e) {
            String text = JqString.upToNul(Utf8.text(json, 0, json.length));
            throw new JqError(e.getMessage() + " (while parsing '" + text + "')");
        }
    }

    /// The value of a record, which must hold exactly one; null when it does not.
    public static @Nullable JqValue parseRecord(byte[] data, int start, int end) {
        JqInputText inputs = new JqInputText(data, start, end);
        try {
            JqValue value = inputs.next();
            return value == null || inputs.next() != null || !inputs.isExhausted() ? null : value;
        } catch (JqError e) {
            return null;
        }
    }

    /// What the values of a text take in memory at most, roughly, in bytes: an empty object takes most for its length.
    public static long bytesOfValues(byte[] data, int start, int end) {
        long bytes = 0;
        for (int i = start; i < end; i++) {
            bytes += switch (data[i]) {
                case '{', '[' -> BYTES_OF_CONTAINER;
                case ',', ':' -> BYTES_OF_MEMBER;
                default -> 1;
            };
        }
        return bytes;
    }

    public static JqValue parseOne(String json) {
        return parseOne(json.getBytes(StandardCharsets.UTF_8));
    }
}
