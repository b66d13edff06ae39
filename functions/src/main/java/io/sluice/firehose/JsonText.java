package io.sluice.firehose;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;

/// The inside of a JSON string, in UTF-8. Nearly all texts of a response are ids and keys that need no escape, so that
/// case costs a look at each character and nothing else.
final class JsonText {
    private JsonText() {}

    /// How many bytes [#bytes] gives.
    static int length(String text) {
        return isPlain(text) ? text.length() : quoted(text).length;
    }

    /// `text` with what JSON needs escaped; a lone surrogate, which UTF-8 cannot hold, becomes `?`.
    static byte[] bytes(String text) {
        return isPlain(text) ? text.getBytes(StandardCharsets.US_ASCII) : quoted(text);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static byte[] quoted(String text) {
        byte[] wellFormed = text.getBytes(StandardCharsets.UTF_8);
        return JsonStringEncoder.getInstance().quoteAsUTF8(new String(wellFormed, StandardCharsets.UTF_8));
    }
}
