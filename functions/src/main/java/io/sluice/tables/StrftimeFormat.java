package io.sluice.tables;

import io.sluice.prefix.KeyEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Formats of jq's `strftime`, as far as they give what a date column can be projected by.
final class StrftimeFormat {
    private StrftimeFormat() {}

    /// The run of fields that `format` gives, its text as `encoding` writes it into paths; empty when it has conversions
    /// other than `%Y %m %d %H %M %S %F %T`, or none, or text before the first or behind the last.
    static Optional<TimeRun> run(String format, KeyEncoding encoding) {
        List<DateToken> tokens = new ArrayList<>();
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at++);
            if (c != '%') {
                text(String.valueOf(c), encoding, tokens);
                continue;
            }
            Optional<String> pattern = at < format.length() ? pattern(format.charAt(at++)) : Optional.empty();
            if (pattern.isEmpty()) {
                return Optional.empty();
            }
            for (DateToken token : DatePattern.tokens(pattern.get()).orElseThrow()) {
                switch (token) {
                    case DateToken.Text(String text) -> text(text, encoding, tokens);
                    case DateToken.Field field -> tokens.add(field);
                }
            }
        }
        boolean whole = !tokens.isEmpty() && tokens.getFirst() instanceof DateToken.Field
                && tokens.getLast() instanceof DateToken.Field;
        return whole ? Optional.of(new TimeRun(tokens)) : Optional.empty();
    }

    private static Optional<String> pattern(char conversion) {
        return switch (conversion) {
            case 'Y' -> Optional.of("yyyy");
            case 'm' -> Optional.of("MM");
            case 'd' -> Optional.of("dd");
            case 'H' -> Optional.of("HH");
            case 'M' -> Optional.of("mm");
            case 'S' -> Optional.of("ss");
            case 'F' -> Optional.of("yyyy-MM-dd");
            case 'T' -> Optional.of("HH:mm:ss");
            default -> Optional.empty();
        };
    }

    private static void text(String text, KeyEncoding encoding, List<DateToken> tokens) {
        String encoded = encoding.encode(text);
        if (!tokens.isEmpty() && tokens.getLast() instanceof DateToken.Text(String before)) {
            tokens.set(tokens.size() - 1, new DateToken.Text(before + encoded));
        } else {
            tokens.add(new DateToken.Text(encoded));
        }
    }
}
