package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// The names of values in messages, and texts that are numbers.
final class Tokens {
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,400}(\\.[0-9]{0,400})?([eE][+-]?[0-9]{1,6})?");

    private Tokens() {}

    static String kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            default -> "no value";
        };
    }

    /// Tests whether the value is a whole number that a `long` holds, written without a point and without an exponent:
    /// what nearly all whole numbers are, and what needs no [BigDecimal] to say which it is.
    static boolean isLong(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_NUMBER_INT
                && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    static Optional<BigDecimal> number(String text) {
        String stripped = text.strip();
        return NUMBER.matcher(stripped).matches()
                ? Optional.of(plainZero(new BigDecimal(stripped)))
                : Optional.empty();
    }

    /// Zero without an exponent, and any other number as it is: a zero with a million digits is still one.
    static BigDecimal plainZero(BigDecimal number) {
        return number.signum() == 0 ? BigDecimal.ZERO : number;
    }

    /// Digits before the point; below 0: zeros after it before the first other digit. To be looked at before any
    /// arithmetic: what a few characters such as `1e999999999` say may have more digits than memory.
    static long digits(BigDecimal number) {
        return (long) number.precision() - number.scale();
    }
}
