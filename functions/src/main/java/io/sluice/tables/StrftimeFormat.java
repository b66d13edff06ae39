package io.sluice.tables;

import io.sluice.layout.KeyEncoding;
import io.sluice.layout.Strftime;
import java.util.List;
import java.util.Optional;

/// Formats of jq's `strftime`, as far as they give what a date column can be projected by.
final class StrftimeFormat {
    private StrftimeFormat() {}

    /// The run of fields that `format` gives, its text as `encoding` writes it into paths; empty when it has a conversion
    /// that is no [DateField], or none, or text before the first or behind the last.
    static Optional<TimeRun> run(String format, KeyEncoding encoding) {
        return Strftime.pattern(format).flatMap(DatePattern::tokens).filter(StrftimeFormat::hasKnownFields)
                .flatMap(tokens -> TimeRun.whole(tokens.stream().map(token -> encoded(token, encoding)).toList()));
    }

    private static boolean hasKnownFields(List<DateToken> tokens) {
        return tokens.stream().allMatch(token -> switch (token) {
            case DateToken.Text text -> true;
            case DateToken.Field(char letter, int count) -> DateField.of(letter, count).isPresent();
        });
    }

    private static DateToken encoded(DateToken token, KeyEncoding encoding) {
        return switch (token) {
            case DateToken.Text(String text) -> new DateToken.Text(encoding.encode(text));
            case DateToken.Field field -> field;
        };
    }
}
