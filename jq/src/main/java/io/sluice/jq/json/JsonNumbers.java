package io.sluice.jq.json;

import io.sluice.jq.value.JqNumber;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Number literals as jq 1.6 reads them: its strtod takes a sign, digits with at most one point among them, and an
/// exponent, so `01`, `+1`, `.5` and `1.` are numbers too, and it knows `inf`, `infinity` and `nan` in any case.
public final class JsonNumbers {
    private JsonNumbers() {}

    /// The number, or null when `text` is not one.
    @Nullable
    public static JqNumber parse(String text) {
        int at = 0;
        int end = text.length();
        while (at < end && (text.charAt(at) == '\u000B' || text.charAt(at) == '\f')) {
            at++; // white space to strtod, but not to jq
        }
        boolean negative = at < end && text.charAt(at) == '-';
        if (at < end && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        if (at < end && Character.isLetter(text.charAt(at))) {
            return named(text.substring(at).toLowerCase(Locale.ROOT), negative);
        }
        int digits = 0;
        int point = 0;
        while (at < end && (isDigit(text.charAt(at)) || (text.charAt(at) == '.' && point == 0))) {
            if (text.charAt(at) == '.') {
                point = 1;
            } else {
                digits++;
            }
            at++;
        }
        if (digits == 0) {
            return null;
        }
        if (at < end && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = at + 1;
            if (exponent < end && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
                exponent++;
            }
            at = exponent;
            while (at < end && isDigit(text.charAt(at))) {
                at++;
            }
            if (at == exponent) {
                return null;
            }
        }
        return at == end ? JqNumber.of(Double.parseDouble(text)) : null;
    }

    private static @Nullable JqNumber named(String name, boolean negative) {
        return switch (name) {
            case "inf", "infinity" -> JqNumber.of(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
            case "nan" -> JqNumber.of(Double.NaN);
            default -> null;
        };
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
