package io.sluice.jq.json;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// The values of one JSON text, read when they are asked for.
public final class JqInputText implements JqInputs {
    /// jq reads so much of a line at once.
    private static final int LINE_PART_BYTES = 4095;

    private final byte[] text;
    private final int start;
    private final int end;
    private @Nullable ExactJsonParser exact;
    private boolean started;
    private boolean quick;

    public JqInputText(byte[] text) {
        this(text, 0, text.length);
    }

    public JqInputText(byte[] text, int start, int end) {
        this.text = text;
        this.start = start;
        this.end = end;
    }

    /// Of what is not one plain value.
    private ExactJsonParser exact() {
        ExactJsonParser parser = exact;
        if (parser == null) {
            parser = new ExactJsonParser(text, start, seenEnd(text, start, end));
            exact = parser;
        }
        return parser;
    }

    /// Whether all of the text was read. jq does not come to all of it when a record separator (U+001E) stands in a
    /// last line without an end.
    public boolean isExhausted() {
        return quick || exact().isOver();
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
        JqValue only = started ? null : QuickJsonParser.parse(text, start, end);
        if (only != null) {
            started = true;
            quick = true;
            return only;
        }
        ExactJsonParser parser = exact();
        int from = parser.position();
        if (!started) {
            started = true;
            parser.skipByteOrderMark();
        }
        JqValue value = parser.next();
        while (value == null && !parser.isOver() && !isLastRead(from)) {
            value = parser.next();
        }
        return value;
    }

    /// Whether jq has read, since it was at `from`, what it knows to be the last of the text.
    private boolean isLastRead(int from) {
        int last = lastRead();
        return from <= last && last < exact().position();
    }

    /// Where the bytes begin of which jq knows, when it reads them, that they are the last: it then asks once for a
    /// value. Behind the end when it learns so only afterwards.
    private int lastRead() {
        int lineStart = end;
        while (lineStart > start && text[lineStart - 1] != '\n') {
            lineStart--;
        }
        int part = (end - lineStart) % LINE_PART_BYTES;
        return part == 0 ? end : end - part;
    }

    @Override
    public int line() {
        int lines = 0;
        int read = quick ? valueEnd() : exact().position();
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
