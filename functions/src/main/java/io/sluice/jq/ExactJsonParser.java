package io.sluice.jq;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// jq 1.6's own way through JSON text, character by character: what it takes beyond JSON (`01`, `+1`, `.5`), its limit of
/// nesting, and its error messages with line and column. Reads one value after another; the quick parser handles the
/// usual texts, this one the rest and the errors.
final class ExactJsonParser {
    private static final int DEPTH_MAX = 256;
    private static final byte RECORD_SEPARATOR = 0x1E;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private enum State {
        NORMAL, STRING, ESCAPE
    }

    /// An array or object that is still open; an object waits with its key between `:` and the end of the value.
    private sealed interface Open {
        record InArray(List<JqValue> elements) implements Open {}

        record InObject(JqObject.Builder members) implements Open {}

        record AtKey(String key, JqObject.Builder members) implements Open {}
    }

    private final byte[] text;
    private final int end;
    private final Deque<Open> stack = new ArrayDeque<>();
    private final ByteArrayOutputStream token = new ByteArrayOutputStream();
    private State state = State.NORMAL;
    private @Nullable JqValue pending;
    private int at;
    private int line = 1;
    private int column;
    /// How deep the text is nested, as jq counts it: an object's key stands on its stack above the object.
    private int depth;
    private boolean over;

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

    /// The offset behind the last character that was read.
    int position() {
        return at;
    }

    /// The next value, or null at the end of the text.
    ///
    /// @throws JqError with jq's message; nothing can be read afterwards
    @Nullable
    JqValue next() {
        if (over) {
            return null;
        }
        try {
            while (at < end) {
                JqValue value = scan(text[at++]);
                if (value != null) {
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
            throw new Malformed("The record separator U+001E is not supported");
        }
        if (state != State.NORMAL) {
            return scanInString(c);
        }
        return switch (c) {
            case ' ', '\t', '\r', '\n' -> {
                literal();
                yield done();
            }
            case '"' -> {
                literal();
                JqValue value = done();
                state = State.STRING;
                yield value;
            }
            case '[', ',', ']', '{', ':', '}' -> {
                literal();
                JqValue value = done();
                structure(c);
                yield value == null ? done() : value;
            }
            default -> {
                token.write(c);
                yield done();
            }
        };
    }

    private @Nullable JqValue scanInString(byte c) throws Malformed {
        if (c == '"' && state == State.STRING) {
            value(JqString.of(unescaped(token.toByteArray())));
            token.reset();
            state = State.NORMAL;
            return done();
        }
        token.write(c);
        state = c == '\\' && state == State.STRING ? State.ESCAPE : State.STRING;
        return null;
    }

    /// The pending value, when nothing is open around it.
    private @Nullable JqValue done() {
        JqValue value = stack.isEmpty() ? pending : null;
        if (value != null) {
            pending = null;
        }
        return value;
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
        if (!stack.isEmpty()) {
            throw new Malformed("Unfinished JSON term", true);
        }
        JqValue value = pending;
        pending = null;
        return value;
    }

    private void value(JqValue value) throws Malformed {
        if (pending != null) {
            throw new Malformed("Expected separator between values");
        }
        pending = value;
    }

    private void structure(byte c) throws Malformed {
        switch (c) {
            case '[' -> open(new Open.InArray(new ArrayList<>()));
            case '{' -> open(new Open.InObject(JqObject.builder()));
            case ':' -> colon();
            case ',' -> comma();
            case ']' -> closeArray();
            default -> closeObject();
        }
    }

    private void open(Open container) throws Malformed {
        if (depth >= DEPTH_MAX) {
            throw new Malformed("Exceeds depth limit for parsing");
        }
        if (pending != null) {
            throw new Malformed("Expected separator between values");
        }
        stack.push(container);
        depth++;
    }

    private void colon() throws Malformed {
        if (pending == null) {
            throw new Malformed("Expected string key before ':'");
        }
        if (!(stack.peek() instanceof Open.InObject(JqObject.Builder members))) {
            throw new Malformed("':' not as part of an object");
        }
        if (!(pending instanceof JqString(String key))) {
            throw new Malformed("Object keys must be strings");
        }
        stack.pop();
        stack.push(new Open.AtKey(key, members));
        depth++;
        pending = null;
    }

    private void comma() throws Malformed {
        JqValue value = pending;
        if (value == null) {
            throw new Malformed("Expected value before ','");
        }
        switch (stack.peek()) {
            case null -> throw new Malformed("',' not as part of an object or array");
            case Open.InArray(List<JqValue> elements) -> elements.add(value);
            case Open.AtKey(String key, JqObject.Builder members) -> {
                stack.pop();
                stack.push(new Open.InObject(members.put(key, value)));
                depth--;
            }
            case Open.InObject _ -> throw new Malformed("Objects must consist of key:value pairs");
        }
        pending = null;
    }

    private void closeArray() throws Malformed {
        if (!(stack.peek() instanceof Open.InArray(List<JqValue> elements))) {
            throw new Malformed("Unmatched ']'");
        }
        if (pending != null) {
            elements.add(pending);
        } else if (!elements.isEmpty()) {
            throw new Malformed("Expected another array element");
        }
        stack.pop();
        depth--;
        pending = JqArray.of(elements);
    }

    private void closeObject() throws Malformed {
        JqValue value = pending;
        switch (stack.peek()) {
            case Open.AtKey(String key, JqObject.Builder members) when value != null -> {
                members.put(key, value);
                depth--;
            }
            case Open.InObject(JqObject.Builder members) when value == null && members.size() > 0 ->
                throw new Malformed("Expected another key-value pair");
            case Open.InObject _ when value == null -> {
            }
            case null -> throw new Malformed("Unmatched '}'");
            default -> throw new Malformed(value == null ? "Unmatched '}'" : "Objects must consist of key:value pairs");
        }
        depth--;
        pending = switch (stack.pop()) {
            case Open.AtKey(String _, JqObject.Builder members) -> members.build();
            case Open.InObject(JqObject.Builder members) -> members.build();
            case Open.InArray(List<JqValue> elements) -> JqArray.of(elements);
        };
    }

    private void literal() throws Malformed {
        if (token.size() == 0) {
            return;
        }
        byte[] bytes = token.toByteArray();
        String word = Utf8.text(bytes, 0, bytes.length);
        token.reset();
        switch (word.charAt(0)) {
            case 't' -> value(word(word, "true", JqBoolean.TRUE));
            case 'f' -> value(word(word, "false", JqBoolean.FALSE));
            case 'n' -> value(word(word, "null", JqNull.NULL));
            default -> {
                String seen = JqString.upToNul(word);
                JqNumber number = seen.isEmpty() ? JqNumber.ZERO : JsonNumbers.parse(seen); // strtod takes "" for 0
                if (number == null) {
                    throw new Malformed("Invalid numeric literal");
                }
                value(number);
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

    /// What is wrong with the text; the parser adds where.
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
