package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType.Primitive;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Optional;

/// Reads dates and times as a deserializer has them.
abstract class TimeReader {
    private static final String NO_TIMESTAMP = "a string that is no timestamp";
    private static final String OUT_OF_RANGE = "a number out of range";
    /// More digits before the point, or zeros after it, than any time has.
    private static final int DIGITS_MAX = 40;
    private static final long MICROS = 1_000_000;
    /// 0001-01-01 and 9999-12-31, the years that every engine has.
    private static final long SECONDS_MIN = -62_135_596_800L;
    private static final long SECONDS_MAX = 253_402_300_799L;

    /// @return days since 1970-01-01
    final int date(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw MismatchException.of(Primitive.DATE, Tokens.kind(json.currentToken()));
        }
        try {
            LocalDate date = date(json.getText().strip())
                    .orElseThrow(() -> MismatchException.of(Primitive.DATE, "a string that is no date"));
            return Math.toIntExact(date.toEpochDay());
        } catch (DateTimeException e) {
            throw MismatchException.of(Primitive.DATE, "a string that is no date");
        }
    }

    /// @return microseconds since 1970-01-01T00:00:00Z; what is finer is cut off
    final long timestamp(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token.isNumeric()) {
            return micros(epochSeconds(bounded(Tokens.plainZero(json.getDecimalValue())))
                    .orElseThrow(() -> MismatchException.of(Primitive.TIMESTAMP, Tokens.kind(token))));
        }
        if (token != JsonToken.VALUE_STRING) {
            throw MismatchException.of(Primitive.TIMESTAMP, Tokens.kind(token));
        }
        String text = json.getText().strip();
        try {
            Optional<LocalDateTime> time = time(text);
            if (time.isPresent()) {
                return micros(time.get());
            }
        } catch (DateTimeException e) {
            throw MismatchException.of(Primitive.TIMESTAMP, NO_TIMESTAMP);
        }
        return micros(Tokens.number(text).map(TimeReader::bounded).flatMap(this::epochSeconds)
                .orElseThrow(() -> MismatchException.of(Primitive.TIMESTAMP, NO_TIMESTAMP)));
    }

    /// @throws DateTimeException when the text looks like a date and is none
    abstract Optional<LocalDate> date(String text);

    /// The time in UTC that the text says.
    ///
    /// @throws DateTimeException when the text looks like a time and is none
    abstract Optional<LocalDateTime> time(String text);

    /// Returns the time that a number stands for, in seconds of the epoch; empty when numbers stand for nothing.
    abstract Optional<BigDecimal> epochSeconds(BigDecimal number);

    private static long micros(BigDecimal epochSeconds) {
        if (epochSeconds.compareTo(BigDecimal.valueOf(SECONDS_MIN)) < 0
                || epochSeconds.compareTo(BigDecimal.valueOf(SECONDS_MAX)) > 0) {
            throw MismatchException.of(Primitive.TIMESTAMP, OUT_OF_RANGE);
        }
        return epochSeconds.movePointRight(6).setScale(0, RoundingMode.FLOOR).longValueExact();
    }

    /// A number that arithmetic may be done with: one that is nearly nothing stands for all that are nearer to it.
    private static BigDecimal bounded(BigDecimal number) {
        if (Tokens.digits(number) > DIGITS_MAX) {
            throw MismatchException.of(Primitive.TIMESTAMP, OUT_OF_RANGE);
        }
        return Tokens.digits(number) < -DIGITS_MAX
                ? BigDecimal.valueOf(number.signum(), DIGITS_MAX)
                : number;
    }

    private static long micros(LocalDateTime time) {
        long seconds = time.toEpochSecond(ZoneOffset.UTC);
        if (seconds < SECONDS_MIN || seconds > SECONDS_MAX) {
            throw MismatchException.of(Primitive.TIMESTAMP, NO_TIMESTAMP);
        }
        return seconds * MICROS + time.get(ChronoField.MICRO_OF_SECOND);
    }
}
