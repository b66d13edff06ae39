package io.sluice.lines;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/// The type that the text of a field has in JSON.
enum FieldType {
    /// A text, as it is.
    TEXT,
    /// A number, digit by digit; a text where it is none.
    NUMBER,
    /// A time as Apache writes it, `10/Oct/2000:13:55:36 -0700`, as ISO 8601 in UTC; a text where it is none.
    APACHE_TIME;

    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");
    private static final DateTimeFormatter APACHE = DateTimeFormatter
            .ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ENGLISH);

    boolean isNumber(String text) {
        return this == NUMBER && JSON_NUMBER.matcher(text).matches();
    }

    String text(String text) {
        if (this != APACHE_TIME) {
            return text;
        }
        try {
            return OffsetDateTime.parse(text, APACHE).withOffsetSameInstant(ZoneOffset.UTC).toInstant().toString();
        } catch (DateTimeException e) {
            // Better as it is than not at all.
            return text;
        }
    }
}
