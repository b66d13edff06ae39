package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/// Numbers with a point and few digits, such as `12.25`: most that records have. Their digits and the power of ten that
/// divides them are both exact as a `double`, so that one division rounds once, to the nearest: what
/// [Double#parseDouble] gives, too.
final class ShortDecimals {
    private static final int DIGITS_MAX = 15;
    private static final double[] POWERS = new double[DIGITS_MAX + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private ShortDecimals() {}

    @FunctionalInterface
    interface Other {
        double of(JsonParser json) throws IOException;
    }

    /// The value of the current token, a number; `other`'s where it has an exponent or many digits.
    static double orElse(JsonParser json, Other other) throws IOException {
        char[] text = json.getTextCharacters();
        int at = json.getTextOffset();
        int end = at + json.getTextLength();
        boolean negative = text[at] == '-';
        at += negative ? 1 : 0;
        if (end - at > DIGITS_MAX + 1) {
            return other.of(json);
        }
        long digits = 0;
        int point = end;
        for (; at < end; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (text[at] == '.') {
                point = at + 1;
            } else {
                return other.of(json);
            }
        }
        double value = digits / POWERS[end - point];
        return negative ? -value : value;
    }
}
