package io.sluice.jq.json;

import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A place in plain JSON text, and the reading of scalars there. Null means that the text is not plain: the exact
/// parser must decide.
abstract class JsonCursor {
    private static final double[] POWERS_OF_TEN = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
            1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    private static final int EXACT_DIGITS = 15;

    final byte[] text;
    final int end;
    int at;

    JsonCursor(byte[] text, int start, int end) {
        this.text = text;
        this.at = start;
        this.end = end;
    }

    final void skipSpace() {
        at = JsonBytes.space(text, at, end);
    }

    final boolean accept(int c) {
        if (at < end && text[at] == c) {
            at++;
            return true;
        }
        return false;
    }

    @Nullable
    final JqValue scalar() {
        return switch (text[at]) {
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
        return c == ',' || c == '}' || c == ']' || JsonBytes.isSpace(c);
    }

    /// A string without escapes is cut out as it is; the others go through jq's own rules.
    @Nullable
    final String string() {
        int start = at + 1;
        int stop = JsonBytes.plainEnd(text, start, end);
        if (stop == end || text[stop] != '"') {
            at = stop + 1;
            return stop < end && text[stop] == '\\' ? escaped(start) : null;
        }
        at = stop + 1;
        return Utf8.text(text, start, stop);
    }

    @Nullable
    final String escaped(int start) {
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
