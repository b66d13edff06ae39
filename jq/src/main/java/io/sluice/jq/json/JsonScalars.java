package io.sluice.jq.json;

/// Goes over strings, numbers and words as `QuickJsonParser` reads them: RFC 8259 and nothing beyond. Every method
/// gives the offset after what it goes over, or -1 when the exact parser must decide.
///
/// Numbers of up to seven characters and words are looked at as a whole: lengths differ from record to record, and a
/// processor guesses wrong where a loop over characters ends (ADR 0010).
final class JsonScalars {
    /// `false`, `null` and `true` by bits 3 and 4 of their first letter, which tell them apart.
    private static final long[] WORDS = {word("false"), word("null"), word("true"), -1};
    private static final long[] MASKS = {0xFF_FFFF_FFFFL, 0xFFFF_FFFFL, 0xFFFF_FFFFL, 0};
    private static final int[] LENGTHS = {5, 4, 4, 0};

    private JsonScalars() {}

    private static long word(String letters) {
        long word = 0;
        for (int i = letters.length() - 1; i >= 0; i--) {
            word = word << Byte.SIZE | letters.charAt(i);
        }
        return word;
    }

    /// Goes over the scalar that starts at `at`, which is before `end`.
    static int scalar(byte[] text, int at, int end) {
        byte c = text[at];
        return c == '"' ? string(text, at, end) : c >= 'a' ? literal(text, at, end) : number(text, at, end);
    }

    /// Goes over the string whose opening quote is at `start`.
    static int string(byte[] text, int start, int end) {
        int at = JsonBytes.plainEnd(text, start + 1, end);
        return at < end && text[at] == '"' ? at + 1 : withEscapes(text, at, end);
    }

    private static int withEscapes(byte[] text, int start, int end) {
        int at = start;
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

    private static int literal(byte[] text, int at, int end) {
        int kind = (text[at] >> 3) & 3;
        int behind = at + LENGTHS[kind];
        long word = at <= end - Long.BYTES ? JsonBytes.word(text, at) : lastWord(text, at, end);
        return (word & MASKS[kind]) == WORDS[kind] && endsScalar(text, behind, end) ? behind : -1;
    }

    /// The last bytes, with zeros after them.
    private static long lastWord(byte[] text, int at, int end) {
        long word = 0;
        for (int i = end - 1; i >= at; i--) {
            word = word << Byte.SIZE | (text[i] & 0xFF);
        }
        return word;
    }

    /// A number: no zeros in front, digits on both sides of the point, digits in the exponent.
    private static int number(byte[] text, int at, int end) {
        if (at <= end - Long.BYTES) {
            int length = shortNumber(JsonBytes.word(text, at));
            if (length > 0) {
                return at + length;
            }
        }
        return longNumber(text, at, end);
    }

    /// The length of the number at the start of a word, when that has its end too, and it is only digits with at most
    /// one point among them; otherwise 0.
    private static int shortNumber(long word) {
        long others = JsonBytes.notDigits(word);
        int whole = JsonBytes.lowest(others);
        if (whole == 0 || whole == Long.BYTES || ((byte) word == '0' && whole > 1)) {
            return 0;
        }
        int length = whole;
        if ((byte) (word >>> (length * Byte.SIZE)) == '.') {
            length = JsonBytes.lowest(others & (others - 1));
            if (length == Long.BYTES || length == whole + 1) {
                return 0;
            }
        }
        return ends((byte) (word >>> (length * Byte.SIZE))) ? length : 0;
    }

    private static int longNumber(byte[] text, int start, int end) {
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
        return at == end || ends(text[at]) || JsonBytes.isSpace(text[at]);
    }

    private static boolean ends(byte c) {
        return c == ',' || c == '}' || c == ']';
    }
}
