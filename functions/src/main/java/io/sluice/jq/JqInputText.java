package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// The values of one JSON text, read when they are asked for.
final class JqInputText implements JqInputs {
    private final byte[] text;
    private final ExactJsonParser parser;
    private boolean started;

    JqInputText(byte[] text) {
        this.text = text;
        this.parser = new ExactJsonParser(text, 0, end(text));
    }

    /// jq reads lines as C strings: behind a NUL in a last line without an end, it sees nothing.
    private static int end(byte[] text) {
        int lineStart = text.length;
        while (lineStart > 0 && text[lineStart - 1] != '\n') {
            lineStart--;
        }
        for (int i = lineStart; i < text.length; i++) {
            if (text[i] == 0) {
                return i;
            }
        }
        return text.length;
    }

    @Override
    @Nullable
    public JqValue next() {
        if (!started) {
            started = true;
            parser.skipByteOrderMark();
        }
        return parser.next();
    }

    @Override
    public int line() {
        int lines = 0;
        int read = parser.position();
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n') {
                lines++;
                if (i + 1 >= read) {
                    break;
                }
            }
        }
        return lines;
    }
}
