package io.sluice.input;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// Arrival timestamps in the shapes that services and samples have them: a number of [Unit]s since the epoch, as number
/// or text, or ISO 8601 with an offset. To the millisecond; between the years 1970 and 9999, which every timestamp
/// pattern can print.
public final class Timestamps {
    /// The unit that a number counts.
    public enum Unit {
        /// Milliseconds, as Firehose sends them. A number with a fraction that would be a time before 1973 is taken for
        /// seconds, as some samples have it.
        MILLISECONDS,
        /// Seconds, with or without a fraction, as Kinesis event sources send them.
        SECONDS
    }

    private static final double FRACTION_MEANS_SECONDS_BELOW = 1e11;
    private static final double MILLIS_MAX = 253_402_300_799_999.0;

    private Timestamps() {}

    /// The current value as an instant; null when it is null or an empty text.
    ///
    /// @throws IllegalArgumentException when it is no timestamp; the message continues the field's name
    public static @Nullable Instant read(JsonParser parser, Unit unit) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ofNumber(parser.getDoubleValue(), unit);
            case VALUE_STRING -> ofText(parser.getText().strip(), unit);
            default -> throw new IllegalArgumentException("is neither a number nor a text");
        };
    }

    private static @Nullable Instant ofText(String text, Unit unit) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')
                    ? ofNumber(Double.parseDouble(text), unit)
                    : ofMillis((double) OffsetDateTime.parse(text).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("is neither epoch seconds or milliseconds nor ISO 8601", e);
        }
    }

    /// @throws IllegalArgumentException when it is no timestamp
    public static Instant ofNumber(double number, Unit unit) {
        boolean seconds = unit == Unit.SECONDS
                || (number < FRACTION_MEANS_SECONDS_BELOW && number != Math.rint(number));
        return ofMillis(seconds ? Math.rint(number * 1000) : Math.floor(number));
    }

    /// A time that an event may have.
    ///
    /// @throws IllegalArgumentException when no event may; the message continues the field's name
    public static Instant ofEpochMilli(long millis) {
        return ofMillis((double) millis);
    }

    private static Instant ofMillis(double millis) {
        if (!(millis >= 0 && millis <= MILLIS_MAX)) {
            throw new IllegalArgumentException("is not between the years 1970 and 9999");
        }
        return Instant.ofEpochMilli((long) millis);
    }
}
