package io.sluice.jq;

import java.nio.charset.StandardCharsets;

/// JSON inside of strings: what `fromjson` and `tonumber` read.
final class JsonText {
    private JsonText() {}

    /// The one value of a text.
    ///
    /// @throws JqError with jq's message, which ends with the text: there is no value, there are several, or the text is
    ///         malformed
    static JqValue parseOne(byte[] json) {
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

    static JqValue parseOne(String json) {
        return parseOne(json.getBytes(StandardCharsets.UTF_8));
    }
}
