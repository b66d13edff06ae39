package io.sluice.jq.json;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// The values of one JSON text, read when they are asked for.
public final class JqInputText implements JqInputs {
    private final byte[] text;
    private final int start;
    private final int end;
    private final ExactJsonParser parser;
    private boolean started;
    private boolean quick;

    public JqInputText(byte[] text) {
        this(text, 0, text.length);
    }

    public JqInputText(byte[] text, int start, int end) {
        this.text = text;
        this.start = start;
        this.end = end;
        this.parser = new ExactJsonParser(text, start, seenEnd(text, start, end));
    }

    /// jq reads lines as C strings: after a NUL in a last line without an end, it sees nothing.
    private static int seenEnd(byte[] text, int start, int end) {
        int lineStart = end;
        while (lineStart > start && text[lineStart - 1] != '\n') {
            lineStart--;
        }
        for (int i = lineStart; i < end; i++) {
            if (text[i] == 0) {
                return i;
            }
        }
        return end;
    }

    @Override
    @Nullable
    public JqValue next() {
        if (quick) {
            return null;
        }
        if (!started) {
            started = true;
            JqValue only = QuickJsonParser.parse(text, start, end);
            if (only != null) {
                quick = true;
                return only;
            }
            parser.skipByteOrderMark();
        }
        return parser.next();
    }

    @Override
    public int line() {
        int lines = 0;
        int read = quick ? valueEnd() : parser.position();
        for (int i = start; i < end; i++) {
            if (text[i] == '\n') {
                lines++;
                if (i + 1 >= read) {
                    break;
                }
            }
        }
        return lines;
    }

    /// The offset after the only value.
    private int valueEnd() {
        int at = end;
        while (at > start && JsonBytes.isSpace(text[at - 1])) {
            at--;
        }
        return at;
    }
}
