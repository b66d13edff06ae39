package io.sluice.jq;

import io.sluice.jq.json.JqInputs;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Utf8;
import org.jspecify.annotations.Nullable;

/// The lines of a text, each a string without its line end, as jq's `-R` reads them; or the whole text as one string.
final class RawLines implements JqInputs {
    private final byte[] text;
    private int at;
    private int lines;

    RawLines(byte[] text) {
        this.text = text;
    }

    /// All of `text`, its line ends too.
    static JqValue whole(byte[] text) {
        return new JqString(Utf8.text(text, 0, text.length));
    }

    @Override
    public @Nullable JqValue next() {
        if (at == text.length) {
            return null;
        }
        int end = at;
        while (end < text.length && text[end] != '\n') {
            end++;
        }
        JqValue line = new JqString(Utf8.text(text, at, end));
        if (end < text.length) {
            lines++;
        }
        at = Math.min(text.length, end + 1);
        return line;
    }

    @Override
    public int line() {
        return lines;
    }
}
