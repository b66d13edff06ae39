package io.sluice.local.verify;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// Reads what `--arrival` gives: seconds or milliseconds since 1970, or ISO 8601.
final class ArrivalTime {
    private static final BigDecimal MILLIS_FROM = new BigDecimal("1e11");

    private ArrivalTime() {}

    /// Empty when the text says no time.
    static Optional<Instant> of(String output) {
        String text = output.startsWith("\"") ? output.substring(1, output.length() - 1) : output;
        try {
            if (text.matches("-?\\d{1,15}(\\.\\d{1,9})?")) {
                BigDecimal number = new BigDecimal(text);
                boolean seconds = number.abs().compareTo(MILLIS_FROM) < 0;
                return Optional.of(Instant.ofEpochMilli(
                        number.movePointRight(seconds ? 3 : 0).setScale(0, RoundingMode.FLOOR).longValueExact()));
            }
            return Optional.of(text.matches(".*(Z|[+-]\\d\\d(:?\\d\\d)*)(\\[.*])?$")
                    && text.indexOf('T') > 0 && text.matches(".*T.*[Z+-].*")
                            ? OffsetDateTime.parse(text.replaceFirst("\\[.*]$", "")).toInstant()
                            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
