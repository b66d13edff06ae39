package io.sluice.convert;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Dates and times as JDBC writes them: `2017-2-7` and `2017-2-7 15:13:01.14`, fields of one digit or two.
///
/// Source: `java.sql.Timestamp.valueOf` and `java.sql.Date.valueOf` of the Java platform.
final class JdbcTimes {
    private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})");
    private static final Pattern TIME = Pattern.compile(
            "(\\d{4})-(\\d{1,2})-(\\d{1,2}) (\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?");

    private JdbcTimes() {}

    static Optional<LocalDate> date(String text) {
        Matcher date = DATE.matcher(text);
        return date.matches()
                ? Optional.of(LocalDate.of(number(date, 1), number(date, 2), number(date, 3)))
                : Optional.empty();
    }

    static Optional<LocalDateTime> time(String text) {
        Matcher time = TIME.matcher(text);
        return time.matches() ? Optional.of(time(time)) : Optional.empty();
    }

    /// @param fields year to second, and the fraction's digits or null
    static LocalDateTime time(MatchResult fields) {
        String fraction = fields.group(7) == null ? "0" : fields.group(7);
        int nanos = Integer.parseInt((fraction + "00000000").substring(0, 9));
        return LocalDateTime.of(number(fields, 1), number(fields, 2), number(fields, 3), number(fields, 4),
                number(fields, 5), number(fields, 6), nanos);
    }

    private static int number(MatchResult fields, int group) {
        return Integer.parseInt(fields.group(group));
    }
}
