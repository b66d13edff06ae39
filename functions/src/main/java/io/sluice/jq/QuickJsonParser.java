package io.sluice.jq;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The quick way through plain JSON: one value as RFC 8259 writes it, in well-formed UTF-8. Whatever else a text holds,
/// errors included, is for the exact parser to judge; on what this one takes, both agree.
final class QuickJsonParser {
    /// Half of jq's limit, since an object counts twice there.
    private static final int DEPTH_MAX = 120;
    private static final double[] POWERS_OF_TEN = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
            1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    private static final int EXACT_DIGITS = 15;

    private final byte[] text;
    private final int end;
    /// Members of the outermost object to build; null: all.
    private final @Nullable Set<String> wanted;
    private int at;
    private JqValue[] elements = new JqValue[16];
    private int used;

    private QuickJsonParser(byte[] text, int start, int end, @Nullable Set<String> wanted) {
        this.text = text;
        this.at = start;
        this.end = end;
        this.wanted = wanted;
    }

    /// The one value of `text[start, end)`, or null when the exact parser must decide.
    static @Nullable JqValue parse(byte[] text, int start, int end) {
        return new QuickJsonParser(text, start, end, null).parse();
    }

    /// Like `parse`, with only the wanted members when the value is an object; the others are checked just the same.
    static @Nullable JqValue parse(byte[] text, int start, int end, Set<String> wanted) {
        return new QuickJsonParser(text, start, end, wanted).parse();
    }

    private @Nullable JqValue parse() {
        skipSpace();
        JqValue value = value(0);
        skipSpace();
        return at == end ? value : null;
    }

    private void skipSpace() {
        while (at < end && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
            at++;
        }
    }

    private boolean accept(int c) {
        if (at < end && text[at] == c) {
            at++;
            return true;
        }
        return false;
    }

    private @Nullable JqValue value(int depth) {
        if (at >= end || depth > DEPTH_MAX) {
            return null;
        }
        return switch (text[at]) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> {
                String string = string();
                if (string == null) {
                    yield null;
                }
                yield JqString.of(string);
            }
            case 't' -> word("true", JqBoolean.TRUE);
            case 'f' -> word("false", JqBoolean.FALSE);
            case 'n' -> word("null", JqNull.NULL);
            default -> number();
        };
    }

    private @Nullable JqValue word(String word, JqValue value) {
        if (end - at < word.length()) {
            return null;
        }
        for (int i = 0; i < word.length(); i++) {
            if (text[at + i] != word.charAt(i)) {
                return null;
            }
        }
        at += word.length();
        return at == end || isDelimiter(text[at]) ? value : null;
    }

    private static boolean isDelimiter(byte c) {
        return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private @Nullable JqValue object(int depth) {
        at++;
        skipSpace();
        JqObject.Builder object = JqObject.builder();
        if (accept('}')) {
            return object.build();
        }
        while (at < end && text[at] == '"') {
            String key = string();
            skipSpace();
            if (key == null || !accept(':')) {
                return null;
            }
            skipSpace();
            if (depth == 0 && wanted != null && !wanted.contains(key)) {
                if (!skip(1)) {
                    return null;
                }
            } else {
                JqValue value = value(depth + 1);
                if (value == null) {
                    return null;
                }
                object.put(key, value);
            }
            skipSpace();
            if (accept('}')) {
                return object.build();
            }
            if (!accept(',')) {
                return null;
            }
            skipSpace();
        }
        return null;
    }

    private @Nullable JqValue array(int depth) {
        at++;
        skipSpace();
        if (accept(']')) {
            return JqArray.EMPTY;
        }
        int first = used;
        while (true) {
            JqValue value = value(depth + 1);
            if (value == null) {
                return null;
            }
            if (used == elements.length) {
                elements = Arrays.copyOf(elements, used * 2);
            }
            elements[used++] = value;
            skipSpace();
            if (accept(']')) {
                JqArray array = JqArray.of(Arrays.copyOfRange(elements, first, used));
                used = first;
                return array;
            }
            if (!accept(',')) {
                return null;
            }
            skipSpace();
        }
    }

    /// Goes over a value without building it; false where `value` would give null.
    private boolean skip(int depth) {
        if (at >= end || depth > DEPTH_MAX) {
            return false;
        }
        return switch (text[at]) {
            case '{' -> skipMembers(depth);
            case '[' -> skipElements(depth);
            case '"' -> skipString();
            default -> value(depth) != null;
        };
    }

    private boolean skipMembers(int depth) {
        at++;
        skipSpace();
        if (accept('}')) {
            return true;
        }
        do {
            skipSpace();
            if (at >= end || text[at] != '"' || !skipString()) {
                return false;
            }
            skipSpace();
            if (!accept(':')) {
                return false;
            }
            skipSpace();
            if (!skip(depth + 1)) {
                return false;
            }
            skipSpace();
        } while (accept(','));
        return accept('}');
    }

    private boolean skipElements(int depth) {
        at++;
        skipSpace();
        if (accept(']')) {
            return true;
        }
        do {
            skipSpace();
            if (!skip(depth + 1)) {
                return false;
            }
            skipSpace();
        } while (accept(','));
        return accept(']');
    }

    private boolean skipString() {
        int start = ++at;
        while (at < end && text[at] != '"') {
            byte c = text[at++];
            if (c == '\\') {
                return escaped(start) != null;
            }
            if (c >= 0 && c < 0x20) {
                return false;
            }
        }
        return at++ < end;
    }

    /// A string without escapes is cut out as it is; the others go through jq's own rules.
    private @Nullable String string() {
        int start = ++at;
        int all = 0;
        while (at < end && text[at] != '"') {
            byte c = text[at++];
            if (c == '\\') {
                return escaped(start);
            }
            if (c >= 0 && c < 0x20) {
                return null;
            }
            all |= c;
        }
        if (at >= end) {
            return null;
        }
        int stop = at++;
        return all >= 0
                ? new String(text, start, stop - start, StandardCharsets.ISO_8859_1)
                : Utf8.text(text, start, stop);
    }

    private @Nullable String escaped(int start) {
        while (at < end) {
            at++;
            while (at < end && text[at] != '"' && text[at] != '\\') {
                if (text[at] >= 0 && text[at] < 0x20) {
                    return null;
                }
                at++;
            }
            if (at < end && text[at++] == '"') {
                try {
                    return new StringEscapes(Arrays.copyOfRange(text, start, at - 1)).text();
                } catch (ExactJsonParser.Malformed e) {
                    return null;
                }
            }
        }
        return null;
    }

    private @Nullable JqValue number() {
        int start = at;
        boolean negative = accept('-');
        int digitsFrom = at;
        long digits = digits(0);
        int whole = at - digitsFrom;
        if (whole == 0 || (whole > 1 && text[digitsFrom] == '0')) {
            return null;
        }
        int fraction = 0;
        if (accept('.')) {
            int from = at;
            digits = digits(digits);
            fraction = at - from;
            if (fraction == 0) {
                return null;
            }
        }
        boolean exponent = at < end && (text[at] == 'e' || text[at] == 'E');
        if (exponent && !exponent()) {
            return null;
        }
        if (at < end && !isDelimiter(text[at])) {
            return null;
        }
        if (exponent || whole + fraction > EXACT_DIGITS) {
            return JqNumber.of(Double.parseDouble(new String(text, start, at - start, StandardCharsets.ISO_8859_1)));
        }
        double size = fraction == 0 ? digits : digits / POWERS_OF_TEN[fraction];
        return JqNumber.of(negative ? -size : size);
    }

    private long digits(long before) {
        long value = before;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            value = value * 10 + text[at++] - '0';
        }
        return value;
    }

    private boolean exponent() {
        at++;
        if (!accept('+')) {
            accept('-');
        }
        int from = at;
        digits(0);
        return at > from;
    }
}
