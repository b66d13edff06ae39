package io.sluice.firehose;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sluice.jq.json.JsonBytes;
import java.nio.charset.StandardCharsets;

/// The inside of a JSON string, in UTF-8. Nearly all texts of a response are ids and keys that need no escape, so that
/// case costs a look at the bytes and nothing else.
final class JsonStringText {
    /// The most that a `char` takes.
    static final int CHAR_BYTES_MAX = "\\u0000".length();

    private JsonStringText() {}

    /// `text` with what JSON needs escaped; a lone surrogate, which UTF-8 cannot hold, becomes `?`.
    static byte[] bytes(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return JsonBytes.isPlain(utf8)
                ? utf8
                : JsonStringEncoder.getInstance().quoteAsUTF8(new String(utf8, StandardCharsets.UTF_8));
    }
}
