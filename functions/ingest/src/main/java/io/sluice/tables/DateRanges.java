package io.sluice.tables;

import io.sluice.layout.DateUnit;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks the ranges of `date` projections.
final class DateRanges {
    /// Three years; a query does not see what is older.
    static final String DEFAULT_FROM = "NOW-1095DAYS";
    private static final Pattern NOW = Pattern.compile(
            "\\s*NOW\\s*([+-]\\s*[0-9]{1,9}\\s*(YEAR|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND)S?\\s*)?");

    private DateRanges() {}

    /// Returns what is wrong with `range` for a column of this format, as a message.
    static Optional<String> fault(DateRange range, String format) {
        return endFault(range.from(), format).or(() -> endFault(range.to(), format))
                .or(() -> orderFault(range, format));
    }

    private static Optional<String> endFault(String end, String format) {
        if (NOW.matcher(end).matches()) {
            return Optional.empty();
        }
        try {
            parse(end, format);
            return Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.of("\"" + end + "\" is neither a date of the format " + format
                    + " nor NOW, NOW-3DAYS or the like");
        }
    }

    private static Optional<String> orderFault(DateRange range, String format) {
        if (NOW.matcher(range.from()).matches() || NOW.matcher(range.to()).matches()
                || parse(range.from(), format).isBefore(parse(range.to(), format))) {
            return Optional.empty();
        }
        return Optional.of("the range ends, at " + range.to() + ", no later than it begins, at " + range.from());
    }

    /// Tests whether `value`, of this format, lies before the range begins; `now` is Athena's NOW. Not so when it is no
    /// such date.
    static boolean beginsAfter(DateRange range, String format, String value, Instant now) {
        try {
            return parse(value, format).isBefore(begin(range, format, now));
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private static LocalDateTime begin(DateRange range, String format, Instant now) {
        Matcher relative = NOW.matcher(range.from());
        if (!relative.matches()) {
            return parse(range.from(), format);
        }
        LocalDateTime utc = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
        if (relative.group(1) == null) {
            return utc;
        }
        DateUnit unit = DateUnit.valueOf(relative.group(2) + "S");
        long amount = Long.parseLong(relative.group(1).replaceAll("[^0-9]", ""));
        return utc.plus(relative.group(1).startsWith("-") ? -amount : amount, unit.chronoUnit());
    }

    private static LocalDateTime parse(String text, String format) {
        DateTimeFormatter formatter = new DateTimeFormatterBuilder().appendPattern(format)
                .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1).parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                .parseDefaulting(ChronoField.HOUR_OF_DAY, 0).toFormatter(Locale.ENGLISH);
        return LocalDateTime.parse(text, formatter);
    }
}
