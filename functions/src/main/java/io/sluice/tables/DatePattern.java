package io.sluice.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pattern of `java.time.format.DateTimeFormatter`, taken apart.
final class DatePattern {
    /// Characters that are neither text nor a field: optional sections and what the formatter keeps for itself.
    private static final String UNSUPPORTED = "[]{}#";

    private DatePattern() {}

    /// The pieces of `pattern`; empty when it has optional sections or pads a field, which no table can express.
    static Optional<List<DateToken>> tokens(String pattern) {
        List<DateToken> tokens = new ArrayList<>();
        int at = 0;
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            int end = at + 1;
            if (c == '\'') {
                StringBuilder text = new StringBuilder();
                end = quoted(pattern, at, text);
                tokens.add(new DateToken.Text(text.toString()));
            } else if (isLetter(c)) {
                while (end < pattern.length() && pattern.charAt(end) == c) {
                    end++;
                }
                tokens.add(new DateToken.Field(c, end - at));
            } else {
                tokens.add(new DateToken.Text(String.valueOf(c)));
            }
            if (UNSUPPORTED.indexOf(c) >= 0 || c == 'p') {
                return Optional.empty();
            }
            at = end;
        }
        return Optional.of(tokens);
    }

    /// The text between the quote at `from` and the one that closes it; two quotes are one. Gives where it ends.
    private static int quoted(String pattern, int from, StringBuilder text) {
        int at = from + 1;
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c != '\'') {
                text.append(c);
            } else if (at < pattern.length() && pattern.charAt(at) == '\'') {
                text.append('\'');
                at++;
            } else {
                break;
            }
        }
        if (text.isEmpty()) {
            text.append('\'');
        }
        return at;
    }

    /// `text` as a pattern that stands for it.
    static String literal(String text) {
        boolean plain = text.chars().noneMatch(c -> isLetter((char) c) || c == '\'' || UNSUPPORTED.indexOf(c) >= 0);
        return plain ? text : "'" + text.replace("'", "''") + "'";
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
