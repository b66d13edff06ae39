package io.sluice.jq.json;

import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Utf8;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// jq 1.6's own way through JSON text, character by character: what it takes beyond JSON (`01`, `+1`, `.5`), its limit
/// of nesting, and its error messages with line and column. Reads one value after another; the quick parser handles the
/// usual texts, this one the rest and the errors.
final class ExactJsonParser {
    private static final byte RECORD_SEPARATOR = 0x1E;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private enum State {
        NORMAL, STRING, ESCAPE
    }

    private final byte[] text;
    private final int end;
    private final OpenContainers open = new OpenContainers();
    private final ByteArrayOutputStream token = new ByteArrayOutputStream();
    private State state = State.NORMAL;
    private int at;
    private int line = 1;
    private int column;
    private boolean over;
    private boolean separated;

    ExactJsonParser(byte[] text, int start, int end) {
        this.text = text;
        this.end = end;
        this.at = start;
    }

    /// Skips a byte order mark, as jq does at the start of an input.
    void skipByteOrderMark() {
        int matched = 0;
        while (matched < 3 && at + matched < end && text[at + matched] == BYTE_ORDER_MARK[matched]) {
            matched++;
        }
        if (matched > 0 && matched < 3 && at + matched < end) {
            over = true;
            throw new JqError("Malformed BOM");
        }
        at += matched;
    }

    /// The offset after the last character that was read.
    int position() {
        return at;
    }

    /// Whether nothing is left to read.
    boolean isOver() {
        return over;
    }

    /// The next value, or null: at the end of the text, and at a record separator (U+001E) that follows no value, where
    /// jq drops what is open.
    ///
    /// @throws JqError with jq's message; nothing can be read afterwards
    @Nullable
    JqValue next() {
        if (over) {
            return null;
        }
        separated = false;
        try {
            while (at < end) {
                JqValue value = scan(text[at++]);
                if (value != null || separated) {
                    return value;
                }
            }
            over = true;
            return atEnd();
        } catch (Malformed e) {
            over = true;
            throw new JqError(e.problem + (e.atEnd ? " at EOF" : "") + " at line " + line + ", column " + column);
        }
    }

    private @Nullable JqValue scan(byte c) throws Malformed {
        column++;
        if (c == '\n') {
            line++;
            column = 0;
        }
        if (c == RECORD_SEPARATOR) {
            return recordSeparator();
        }
        if (state != State.NORMAL) {
            return scanInString(c);
        }
        return switch (c) {
            case ' ', '\t', '\r', '\n' -> {
                literal();
                yield open.done();
            }
            case '"' -> {
                literal();
                JqValue value = open.done();
                state = State.STRING;
                yield value;
            }
            case '[', ',', ']', '{', ':', '}' -> {
                literal();
                JqValue value = open.done();
                open.structure(c);
                yield value == null ? open.done() : value;
            }
            default -> {
                token.write(c);
                yield open.done();
            }
        };
    }

    /// What a string holds so far is judged as a literal, too.
    private @Nullable JqValue recordSeparator() throws Malformed {
        literal();
        JqValue value = state == State.NORMAL ? open.done() : null;
        if (value == null) {
            separated = true;
            state = State.NORMAL;
            open.drop();
        }
        return value;
    }

    private @Nullable JqValue scanInString(byte c) throws Malformed {
        if (c == '"' && state == State.STRING) {
            open.value(JqString.of(unescaped(token.toByteArray())));
            token.reset();
            state = State.NORMAL;
            return open.done();
        }
        token.write(c);
        state = c == '\\' && state == State.STRING ? State.ESCAPE : State.STRING;
        return null;
    }

    private @Nullable JqValue atEnd() throws Malformed {
        if (state != State.NORMAL) {
            throw new Malformed("Unfinished string", true);
        }
        try {
            literal();
        } catch (Malformed e) {
            throw new Malformed(e.problem, true);
        }
        if (!open.isEmpty()) {
            throw new Malformed("Unfinished JSON term", true);
        }
        return open.done();
    }

    private void literal() throws Malformed {
        if (token.size() == 0) {
            return;
        }
        byte[] bytes = token.toByteArray();
        String word = Utf8.text(bytes, 0, bytes.length);
        token.reset();
        switch (word.charAt(0)) {
            case 't' -> open.value(word(word, "true", JqBoolean.TRUE));
            case 'f' -> open.value(word(word, "false", JqBoolean.FALSE));
            case 'n' -> open.value(word(word, "null", JqNull.NULL));
            default -> {
                String seen = JqString.upToNul(word);
                JqNumber number = seen.isEmpty() ? JqNumber.ZERO : JsonNumbers.parse(seen); // strtod takes "" for 0
                if (number == null) {
                    throw new Malformed("Invalid numeric literal");
                }
                open.value(number);
            }
        }
    }

    private static JqValue word(String word, String expected, JqValue value) throws Malformed {
        if (!word.equals(expected)) {
            throw new Malformed("Invalid literal");
        }
        return value;
    }

    private static String unescaped(byte[] raw) throws Malformed {
        return new StringEscapes(raw).text();
    }

    /// Thrown when the text is malformed, with what is wrong; the parser adds where.
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;
        private final String problem;
        private final boolean atEnd;

        Malformed(String problem) {
            this(problem, false);
        }

        private Malformed(String problem, boolean atEnd) {
            super(problem, null, false, false);
            this.problem = problem;
            this.atEnd = atEnd;
        }
    }
}
