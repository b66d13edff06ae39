package io.sluice.layout;

import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Formats of C's `strftime`, as far as they name dates that can be read back, as patterns of `DateTimeFormatter`.
public final class DateFormats {
    private static final Map<Character, String> CONVERSIONS = Map.ofEntries(Map.entry('Y', "yyyy"),
            Map.entry('m', "MM"), Map.entry('d', "dd"), Map.entry('j', "DDD"), Map.entry('H', "HH"),
            Map.entry('M', "mm"), Map.entry('S', "ss"), Map.entry('F', "yyyy-MM-dd"), Map.entry('T', "HH:mm:ss"),
            Map.entry('R', "HH:mm"), Map.entry('b', "MMM"), Map.entry('B', "MMMM"), Map.entry('%', "'%'"));

    private DateFormats() {}

    /// The pattern that reads what `format` writes; empty when it has a conversion that cannot be read back.
    public static Optional<String> pattern(String format) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '\'') {
                return Optional.empty();
            }
            if (c != '%') {
                pattern.append('\'').append(c).append('\'');
                continue;
            }
            String conversion = ++i < format.length() ? CONVERSIONS.get(format.charAt(i)) : null;
            if (conversion == null) {
                return Optional.empty();
            }
            pattern.append(conversion);
        }
        try {
            String joined = pattern.toString().replace("''", "");
            return Optional.of(TimestampPattern.of(joined).text());
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /// The run of fields that `format` gives, its text as `encoding` writes it into paths; empty when it has a
    /// conversion that is no [DateField], or none, or text before the first or after the last.
    public static Optional<TimeRun> run(String format, KeyEncoding encoding) {
        return pattern(format).map(DatePattern::tokens).filter(DateFormats::hasKnownFields).flatMap(
                tokens -> TimeRun.whole(tokens.stream().map(token -> encoded(token, encoding)).toList()));
    }

    private static boolean hasKnownFields(List<DateToken> tokens) {
        return tokens.stream().allMatch(token -> switch (token) {
            case DateToken.Text _ -> true;
            case DateToken.Other _ -> false;
            case DateToken.Field(char letter, int count) -> DateField.of(letter, count).isPresent();
        });
    }

    private static DateToken encoded(DateToken token, KeyEncoding encoding) {
        return switch (token) {
            case DateToken.Text(String text) -> new DateToken.Text(encoding.encode(text));
            case DateToken.Field _,DateToken.Other _ -> token;
        };
    }
}
