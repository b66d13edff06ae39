package io.sluice.jq.json;

import io.sluice.json.JsonBytes;

/// Goes over values without building them, and finds them well-formed as `QuickJsonParser` does: RFC 8259 and nothing
/// beyond. Every method gives the offset behind what it goes over, or -1 when the exact parser must decide.
///
/// Positions are passed along rather than kept in a field, so that they stay in registers: with a field, going over a record
/// took twice the time.
public final class JsonSkipper {
    /// Half of jq's limit, since an object counts twice there.
    public static final int DEPTH_MAX = 120;

    private JsonSkipper() {}

    /// Goes over the value that starts at `at`.
    public static int value(byte[] text, int at, int end, int depth) {
        if (at >= end || depth > DEPTH_MAX) {
            return -1;
        }
        return switch (text[at]) {
            case '"' -> string(text, at, end);
            case '{' -> members(text, at, end, depth);
            case '[' -> elements(text, at, end, depth);
            case 't' -> word(text, at, end, "true");
            case 'f' -> word(text, at, end, "false");
            case 'n' -> word(text, at, end, "null");
            default -> number(text, at, end);
        };
    }

    private static int members(byte[] text, int start, int end, int depth) {
        int at = JsonBytes.space(text, start + 1, end);
        if (at < end && text[at] == '}') {
            return at + 1;
        }
        while (at < end && text[at] == '"') {
            at = colon(text, string(text, at, end), end);
            at = at < 0 ? -1 : value(text, at, end, depth + 1);
            at = at < 0 ? end : JsonBytes.space(text, at, end);
            if (at < end && text[at] == '}') {
                return at + 1;
            }
            at = at < end && text[at] == ',' ? JsonBytes.space(text, at + 1, end) : end;
        }
        return -1;
    }

    private static int elements(byte[] text, int start, int end, int depth) {
        int at = JsonBytes.space(text, start + 1, end);
        if (at < end && text[at] == ']') {
            return at + 1;
        }
        while (at < end) {
            at = value(text, at, end, depth + 1);
            at = at < 0 ? end : JsonBytes.space(text, at, end);
            if (at < end && text[at] == ']') {
                return at + 1;
            }
            at = at < end && text[at] == ',' ? JsonBytes.space(text, at + 1, end) : end;
        }
        return -1;
    }

    /// Goes over the colon behind a key that ends before `at`, and the space around it.
    public static int colon(byte[] text, int at, int end) {
        int colon = at < 0 ? end : JsonBytes.space(text, at, end);
        return colon < end && text[colon] == ':' ? JsonBytes.space(text, colon + 1, end) : -1;
    }

    /// Goes over the string whose opening quote is at `start`.
    static int string(byte[] text, int start, int end) {
        int at = JsonBytes.plainEnd(text, start + 1, end);
        while (at < end && text[at] == '\\') {
            int behind = escape(text, at + 1, end);
            at = behind < 0 ? end : JsonBytes.plainEnd(text, behind, end);
        }
        return at < end && text[at] == '"' ? at + 1 : -1;
    }

    private static int escape(byte[] text, int at, int end) {
        if (at >= end) {
            return -1;
        }
        return switch (text[at]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
            case 'u' -> unicode(text, at + 1, end);
            default -> -1;
        };
    }

    /// Four hexadecimal digits; where they are the first half of a surrogate pair, its second half must follow.
    private static int unicode(byte[] text, int at, int end) {
        int unit = hex(text, at, end);
        int behind = at + 4;
        if (unit < Character.MIN_HIGH_SURROGATE || unit > Character.MAX_HIGH_SURROGATE) {
            return unit < 0 ? -1 : behind;
        }
        boolean pair = behind + 1 < end && text[behind] == '\\' && text[behind + 1] == 'u';
        int low = pair ? hex(text, behind + 2, end) : -1;
        return low < Character.MIN_LOW_SURROGATE || low > Character.MAX_LOW_SURROGATE ? -1 : behind + 6;
    }

    private static int hex(byte[] text, int at, int end) {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = i < end ? Character.digit(text[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private static int word(byte[] text, int start, int end, String word) {
        int behind = start + word.length();
        if (behind > end) {
            return -1;
        }
        for (int i = 0; i < word.length(); i++) {
            if (text[start + i] != word.charAt(i)) {
                return -1;
            }
        }
        return endsScalar(text, behind, end) ? behind : -1;
    }

    /// A number: no zeros in front, digits on both sides of the point, digits in the exponent.
    private static int number(byte[] text, int start, int end) {
        int whole = text[start] == '-' ? start + 1 : start;
        int at = digits(text, whole, end);
        if (at == whole || (at > whole + 1 && text[whole] == '0')) {
            return -1;
        }
        if (at < end && text[at] == '.') {
            int fraction = at + 1;
            at = digits(text, fraction, end);
            if (at == fraction) {
                return -1;
            }
        }
        if (at < end && (text[at] == 'e' || text[at] == 'E')) {
            int exponent = at + 1 < end && (text[at + 1] == '+' || text[at + 1] == '-') ? at + 2 : at + 1;
            at = digits(text, exponent, end);
            if (at == exponent) {
                return -1;
            }
        }
        return endsScalar(text, at, end) ? at : -1;
    }

    private static int digits(byte[] text, int start, int end) {
        int at = start;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }

    private static boolean endsScalar(byte[] text, int at, int end) {
        return at == end || text[at] == ',' || text[at] == '}' || text[at] == ']' || JsonBytes.isSpace(text[at]);
    }
}
