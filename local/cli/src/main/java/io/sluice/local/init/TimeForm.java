package io.sluice.local.init;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;

/// A form that times have in records, and what makes a date of it.
enum TimeForm {
    /// ISO 8601: its date is its first ten characters.
    ISO("ISO 8601", "%s[0:10]"),
    /// Seconds since 1970, as a number or in a text.
    SECONDS("seconds since 1970", "(%s|strftime(\"%%Y-%%m-%%d\"))"), //
    SECONDS_TEXT("seconds since 1970, in a text", "(%s|tonumber|strftime(\"%%Y-%%m-%%d\"))"),
    /// Milliseconds since 1970, as a number or in a text.
    MILLIS("milliseconds since 1970", "(%s/1000|strftime(\"%%Y-%%m-%%d\"))"), //
    MILLIS_TEXT("milliseconds since 1970, in a text", "((%s|tonumber)/1000|strftime(\"%%Y-%%m-%%d\"))");

    private static final Pattern ISO_TIME = Pattern
            .compile("\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?(Z|[+-]\\d{2}(:?\\d{2})?)?)?");
    private static final Pattern NUMBER = Pattern.compile("\\d{9,13}(\\.\\d{1,9})?");
    /// 1990 to 2100: a number outside is no time that records of today have.
    private static final BigDecimal SECONDS_MIN = new BigDecimal("631152000");
    private static final BigDecimal SECONDS_MAX = new BigDecimal("4102444800");

    private final String title;
    private final String jq;

    TimeForm(String title, String jq) {
        this.title = title;
        this.jq = jq;
    }

    String title() {
        return title;
    }

    /// The jq expression of the date, where `path` gives the time.
    String jq(String path) {
        return jq.formatted(path);
    }

    /// A time that a value may be.
    record Read(TimeForm form, LocalDate day) {}

    /// Returns the time that `value` may be; empty when it is none.
    static Optional<Read> of(JsonNode value) {
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
