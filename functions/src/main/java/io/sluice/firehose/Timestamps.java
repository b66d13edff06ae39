package io.sluice.firehose;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// Arrival timestamps in the shapes that services and samples have them: milliseconds of the epoch (Firehose), seconds
/// with a fraction (Kinesis event sources), either as text, or ISO 8601 with an offset.
final class Timestamps {
    /// Below it a number means seconds, from it on milliseconds: the year 5138 in the one, 1973 in the other.
    private static final double MILLIS_FROM = 1e11;
    /// The last instant of the year 9999, the last that every timestamp pattern can print.
    private static final double MILLIS_MAX = 253_402_300_799_999.0;

    private Timestamps() {}

    /// The current value as an instant to the millisecond; null when it is null or an empty text.
    ///
    /// @throws IllegalArgumentException when it is no timestamp between 1970 and 9999
    static @Nullable Instant read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ofNumber(parser.getDoubleValue());
            case VALUE_STRING -> ofText(parser.getText().strip());
            default -> throw new IllegalArgumentException("is neither a number nor a text");
        };
    }

    /// The instant that `text` names; null when it is empty.
    static @Nullable Instant ofText(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')
                    ? ofNumber(Double.parseDouble(text))
                    : ofMillis((double) OffsetDateTime.parse(text).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("is neither epoch seconds or milliseconds nor ISO 8601", e);
        }
    }

    private static Instant ofNumber(double number) {
        return ofMillis(number < MILLIS_FROM ? Math.rint(number * 1000) : Math.floor(number));
    }

    private static Instant ofMillis(double millis) {
        if (!(millis >= 0 && millis <= MILLIS_MAX)) {
            throw new IllegalArgumentException("is not between the years 1970 and 9999");
        }
        return Instant.ofEpochMilli((long) millis);
    }
}
