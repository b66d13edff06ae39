package io.sluice.convert;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Optional;

/// Times as the Hive deserializer reads them: in the first of the configured formats that fits, or else as JDBC writes
/// them. The format `millis` stands for milliseconds since 1970.
///
/// Source: Firehose API reference, `HiveJsonSerDe`.
final class HiveTimestamps extends TimeReader {
    private static final String MILLIS = "millis";

    private final boolean millis;
    private final List<DateTimeFormatter> formats;

    private HiveTimestamps(boolean millis, List<DateTimeFormatter> formats) {
        this.millis = millis;
        this.formats = formats;
    }

    static HiveTimestamps of(List<String> formats) {
        return new HiveTimestamps(formats.contains(MILLIS),
                formats.stream().filter(format -> !format.equals(MILLIS)).map(JodaPattern::formatter).toList());
    }

    /// @throws IllegalArgumentException saying what is wrong with the format
    static void checkFormat(String format) {
        if (!format.equals(MILLIS)) {
            JodaPattern.formatter(format);
        }
    }

    @Override
    Optional<LocalDate> date(String text) {
        for (DateTimeFormatter format : formats) {
            Optional<LocalDate> date = parse(format, text).map(LocalDate::from);
            if (date.isPresent()) {
                return date;
            }
        }
        return JdbcTimes.date(text);
    }

    @Override
    Optional<LocalDateTime> time(String text) {
        for (DateTimeFormatter format : formats) {
            Optional<TemporalAccessor> parsed = parse(format, text);
            if (parsed.isPresent()) {
                return Optional.of(inUtc(parsed.get()));
            }
        }
        return formats.isEmpty() && !millis ? JdbcTimes.time(text) : Optional.empty();
    }

    @Override
    Optional<BigDecimal> epochSeconds(BigDecimal number) {
        return millis && number.scale() <= 0 ? Optional.of(number.movePointLeft(3)) : Optional.empty();
    }

    private static Optional<TemporalAccessor> parse(DateTimeFormatter format, String text) {
        try {
            return Optional.of(format.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static LocalDateTime inUtc(TemporalAccessor parsed) {
        return parsed.isSupported(ChronoField.INSTANT_SECONDS)
                ? LocalDateTime.ofInstant(Instant.from(parsed), ZoneOffset.UTC)
                : LocalDateTime.from(parsed);
    }
}
