package io.sluice.lines;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The type that the text of a field has in JSON.
enum FieldType {
    /// A text, as it is.
    TEXT,
    /// A number, digit by digit; a text where it is none.
    NUMBER,
    /// A status of three digits, as a number: `000` is 0. A text where it is none.
    STATUS,
    /// A percent-encoded text, decoded; as it is where that makes no UTF-8.
    PERCENT_ENCODED,
    /// A time as Apache writes it, `10/Oct/2000:13:55:36 -0700`, as ISO 8601 in UTC; a text where it is none.
    APACHE_TIME;

    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");
    private static final Pattern THREE_DIGITS = Pattern.compile("[0-9]{3}");
    private static final char NO_CHARACTER = '\uFFFD';
    private static final DateTimeFormatter APACHE = DateTimeFormatter
            .ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ENGLISH);

    /// The number that `text` is of this type.
    Optional<String> number(String text) {
        return switch (this) {
            case NUMBER -> Optional.of(text).filter(JSON_NUMBER.asMatchPredicate());
            case STATUS -> Optional.of(text).filter(THREE_DIGITS.asMatchPredicate())
                    .map(digits -> String.valueOf(Integer.parseInt(digits)));
            case TEXT, PERCENT_ENCODED, APACHE_TIME -> Optional.empty();
        };
    }

    /// The text that `text` becomes, where it is no number.
    String text(String text) {
        return switch (this) {
            case TEXT, NUMBER, STATUS -> text;
            case PERCENT_ENCODED -> decoded(text);
            case APACHE_TIME -> utc(text);
        };
    }

    private static String decoded(String text) {
        try {
            String decoded = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            return decoded.indexOf(NO_CHARACTER) < 0 ? decoded : text;
        } catch (IllegalArgumentException e) {
            // A percent sign of the text's own.
            return text;
        }
    }

    private static String utc(String text) {
        try {
            return OffsetDateTime.parse(text, APACHE).withOffsetSameInstant(ZoneOffset.UTC).toInstant().toString();
        } catch (DateTimeException e) {
            // Better as it is than not at all.
            return text;
        }
    }
}
