package io.sluice.convert;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times as the OpenX deserializer reads them: `2017-02-07T15:13:01.39256Z`, `2017-2-7 15:13:01.14`, seconds since 1970
/// with or without a fraction, and milliseconds.
///
/// Source: Firehose developer guide, "Choose the JSON deserializer".
final class OpenXTimestamps extends TimeReader {
    /// Numbers from here on are milliseconds: as seconds they would be in the year 5138 and later.
    private static final BigDecimal MILLIS_FROM = BigDecimal.valueOf(100_000_000_000L);
    private static final Pattern ISO = Pattern
            .compile("(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,9}))?Z?");

    @Override
    Optional<LocalDate> date(String text) {
        return JdbcTimes.date(text);
    }

    @Override
    Optional<LocalDateTime> time(String text) {
        Matcher iso = ISO.matcher(text);
        return iso.matches() ? Optional.of(JdbcTimes.time(iso)) : JdbcTimes.time(text);
    }

    @Override
    Optional<BigDecimal> epochSeconds(BigDecimal number) {
        boolean millis = number.scale() <= 0 && number.abs().compareTo(MILLIS_FROM) >= 0;
        return Optional.of(millis ? number.movePointLeft(3) : number);
    }
}
