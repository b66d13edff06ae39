package io.sluice.local.init;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A form that times have in records, and what makes a date of it.
enum TimeForm {
    /// ISO 8601: its date is its first ten characters.
    ISO("ISO 8601", "%1$s[0:%3$d]"),
    /// Seconds since 1970, as a number or in a text.
    SECONDS("seconds since 1970", "(%1$s|strftime(\"%2$s\"))"), //
    SECONDS_TEXT("seconds since 1970, in a text", "(%1$s|tonumber|strftime(\"%2$s\"))"),
    /// Milliseconds since 1970, as a number or in a text.
    MILLIS("milliseconds since 1970", "(%1$s/1000|strftime(\"%2$s\"))"), //
    MILLIS_TEXT("milliseconds since 1970, in a text", "((%1$s|tonumber)/1000|strftime(\"%2$s\"))"),
    /// Dates as people write them; where the day may be the month, the month comes first.
    MONTH_FIRST("month/day/year", "M/d/uuuu", "%%m/%%d/%%Y"), //
    DAY_FIRST("day/month/year", "d/M/uuuu", "%%d/%%m/%%Y"), //
    YEAR_FIRST("year/month/day", "uuuu/M/d", "%%Y/%%m/%%d"), //
    DAY_WITH_DOTS("day.month.year", "d.M.uuuu", "%%d.%%m.%%Y"), //
    NAMED_MONTH("month, by name, day year", "MMM d uuuu", "%%b %%d %%Y");

    private static final Pattern ISO_TIME = Pattern
            .compile("\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?(Z|[+-]\\d{2}(:?\\d{2})?)?)?");
    private static final Pattern DATE = Pattern
            .compile("[A-Za-z]{3} \\d{1,2} \\d{4}|\\d{1,4}([/.])\\d{1,2}\\1\\d{1,4}");
    private static final Pattern NUMBER = Pattern.compile("\\d{9,13}(\\.\\d{1,9})?");
    /// 1990 to 2100: a number outside is no time that records of today have.
    private static final BigDecimal SECONDS_MIN = new BigDecimal("631152000");
    private static final BigDecimal SECONDS_MAX = new BigDecimal("4102444800");

    private final String title;
    private final String jq;
    private final Optional<DateTimeFormatter> written;

    TimeForm(String title, String jq) {
        this.title = title;
        this.jq = jq;
        this.written = Optional.empty();
    }

    /// @param pattern  of `DateTimeFormatter`
    /// @param strptime the same for jq
    TimeForm(String title, String pattern, String strptime) {
        this.title = title;
        this.jq = "(%1$s|strptime(\"" + strptime + "\")|strftime(\"%2$s\"))";
        this.written = Optional.of(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH));
    }

    String title() {
        return title;
    }

    /// The jq expression of the day, month or year, where `path` gives the time.
    String jq(String path, Span span) {
        return jq.formatted(path, span.format(), span.pattern().length());
    }

    /// A time that a value may be.
    record Read(TimeForm form, LocalDate day) {}

    /// Returns the times that `value` may be; empty when it is none.
    static List<Read> of(JsonNode value) {
        List<Read> reads = new ArrayList<>();
        number(value).ifPresent(reads::add);
        if (value.isTextual() && DATE.matcher(value.textValue()).matches()) {
            for (TimeForm form : values()) {
                form.written(value.textValue()).ifPresent(day -> reads.add(new Read(form, day)));
            }
        }
        return reads;
    }

    private Optional<LocalDate> written(String text) {
        try {
            return written.map(form -> LocalDate.parse(text, form));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Read> number(JsonNode value) {
        String text = value.asText();
        if (value.isTextual() && ISO_TIME.matcher(text).matches()) {
            try {
                return Optional.of(new Read(ISO, LocalDate.parse(text.substring(0, 10))));
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }
        if (!(value.isNumber() || value.isTextual()) || !NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(text);
        boolean millis = number.compareTo(SECONDS_MAX) > 0;
        BigDecimal seconds = millis ? number.movePointLeft(3) : number;
        if (seconds.compareTo(SECONDS_MIN) < 0 || seconds.compareTo(SECONDS_MAX) > 0) {
            return Optional.empty();
        }
        TimeForm form = value.isTextual() ? (millis ? MILLIS_TEXT : SECONDS_TEXT) : (millis ? MILLIS : SECONDS);
        return Optional.of(new Read(form, Instant.ofEpochSecond(seconds.longValue()).atZone(ZoneOffset.UTC)
                .toLocalDate()));
    }
}
