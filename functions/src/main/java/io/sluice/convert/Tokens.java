package io.sluice.convert;

import com.fasterxml.jackson.core.JsonToken;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a value is called in messages, and texts that are numbers.
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

    static Optional<BigDecimal> number(String text) {
        String stripped = text.strip();
        return NUMBER.matcher(stripped).matches() ? Optional.of(new BigDecimal(stripped)) : Optional.empty();
    }
}
