package io.sluice.deaggregate;

import java.util.BitSet;

/// Finds where a JSON object or array ends, by its structure: braces, brackets, commas, colons and strings.
///
/// What stands between them (numbers, literals, what is in strings) is not judged: that is left to whoever reads the
/// values, so that nothing is refused here that jq would take. One thing is stricter than JSON's grammar for structure:
/// a string does not go over the end of a line. Nesting is bounded as in jq 1.6, which also bounds the time that input
/// made to be slow can cost. One instance serves one thread.
final class JsonStructure {
    /// Deepest nesting of objects and arrays, jq 1.6's `MAX_PARSING_DEPTH`.
    private static final int DEPTH_MAX = 256;

    /// The parts that may come next.
    private enum Expected {
        KEY_OR_CLOSE, KEY, COLON, VALUE, VALUE_OR_CLOSE, COMMA_OR_CLOSE
    }

    private final byte[] data;
    private final int end;
    private final BitSet arrays = new BitSet();
    private int depth;
    private int at;
    private Expected expected = Expected.VALUE;

    JsonStructure(byte[] data, int end) {
        this.data = data;
        this.end = end;
    }

    /// The offset after the object or array that starts at `start`; -1 when it breaks off, see [#brokenAt()].
    int endOf(int start) {
        depth = 0;
        at = start;
        expected = Expected.VALUE;
        while (at < end) {
            if (!step(data[at])) {
                return -1;
            }
            if (depth == 0) {
                return at;
            }
        }
        return -1;
    }

    /// After a failed [#endOf(int)]: the offset of the byte that does not fit, or the end of the data.
    int brokenAt() {
        return at;
    }

    /// Takes in the token that starts with `first`; false when it does not fit.
    private boolean step(byte first) {
        return switch (first) {
            case ' ', '\t', '\r', '\n' -> advance();
            case '{' -> open(false);
            case '[' -> open(true);
            case '}' -> close(false);
            case ']' -> close(true);
            case ',' -> comma();
            case ':' -> colon();
            case '"' -> string();
            default -> scalar();
        };
    }

    private boolean advance() {
        at++;
        return true;
    }

    private boolean open(boolean array) {
        if (!valueFits() || depth == DEPTH_MAX) {
            return false;
        }
        arrays.set(depth++, array);
        expected = array ? Expected.VALUE_OR_CLOSE : Expected.KEY_OR_CLOSE;
        return advance();
    }

    private boolean close(boolean array) {
        Expected whenEmpty = array ? Expected.VALUE_OR_CLOSE : Expected.KEY_OR_CLOSE;
        if (arrays.get(depth - 1) != array || (expected != Expected.COMMA_OR_CLOSE && expected != whenEmpty)) {
            return false;
        }
        depth--;
        expected = Expected.COMMA_OR_CLOSE;
        return advance();
    }

    private boolean comma() {
        if (expected != Expected.COMMA_OR_CLOSE) {
            return false;
        }
        expected = arrays.get(depth - 1) ? Expected.VALUE : Expected.KEY;
        return advance();
    }

    private boolean colon() {
        if (expected != Expected.COLON) {
            return false;
        }
        expected = Expected.VALUE;
        return advance();
    }

    private boolean string() {
        boolean key = expected == Expected.KEY || expected == Expected.KEY_OR_CLOSE;
        if (!key && !valueFits()) {
            return false;
        }
        int quote = closingQuote();
        if (quote == end || data[quote] == '\n') {
            at = quote;
            return false;
        }
        at = quote + 1;
        expected = key ? Expected.COLON : Expected.COMMA_OR_CLOSE;
        return true;
    }

    /// Returns the index at which the string that starts here is closed, or its line ends, or the end of the data.
    private int closingQuote() {
        int quote = at + 1;
        while (quote < end && data[quote] != '"' && data[quote] != '\n') {
            boolean escape = data[quote] == '\\' && quote + 1 < end && data[quote + 1] != '\n';
            quote += escape ? 2 : 1;
        }
        return quote;
    }

    private boolean scalar() {
        if (!valueFits()) {
            return false;
        }
        while (at < end && !endsScalar(data[at])) {
            at++;
        }
        expected = Expected.COMMA_OR_CLOSE;
        return true;
    }

    private boolean valueFits() {
        return expected == Expected.VALUE || expected == Expected.VALUE_OR_CLOSE;
    }

    private static boolean endsScalar(byte b) {
        return switch (b) {
            case ' ', '\t', '\r', '\n', '{', '}', '[', ']', ',', ':', '"' -> true;
            default -> false;
        };
    }
}
