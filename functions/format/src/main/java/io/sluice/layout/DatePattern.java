package io.sluice.layout;

import java.util.ArrayList;
import java.util.List;

/// A pattern of `java.time.format.DateTimeFormatter`, taken apart.
final class DatePattern {
    /// Characters that are neither text nor a field: optional sections and what the formatter keeps for itself.
    private static final String RESERVED = "[]{}#";

    private DatePattern() {}

    /// The pieces of `pattern`, in order.
    static List<DateToken> tokens(String pattern) {
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
                tokens.add(
                        c == 'p' ? new DateToken.Other(pattern.substring(at, end)) : new DateToken.Field(c, end - at));
            } else {
                String text = String.valueOf(c);
                tokens.add(RESERVED.indexOf(c) >= 0 ? new DateToken.Other(text) : new DateToken.Text(text));
            }
            at = end;
        }
        return tokens;
    }

    /// Tests whether all is text and fields.
    static boolean isPlain(List<DateToken> tokens) {
        return tokens.stream().noneMatch(DateToken.Other.class::isInstance);
    }

    /// Tests whether every instant of this millennium makes a text of one length: all is text, and numbers that have as
    /// many digits as letters, such as `yyyy/MM/dd`.
    static boolean hasOneLength(List<DateToken> tokens) {
        for (DateToken token : tokens) {
            boolean one = token instanceof DateToken.Text
                    || (token instanceof DateToken.Field(char letter, int count) && count == digits(letter));
            if (!one) {
                return false;
            }
        }
        return true;
    }

    /// The number of digits that all values of a field have when it is written with as many letters; 0 for fields that
    /// this does not know.
    private static int digits(char letter) {
        return switch (letter) {
            case 'y', 'u' -> 4;
            case 'M', 'd', 'H', 'm', 's' -> 2;
            default -> 0;
        };
    }

    /// The patterns between the slashes that the text of `tokens` has, in order; what stands before the first slash
    /// comes first.
    static List<String> betweenSlashes(List<DateToken> tokens) {
        List<String> between = new ArrayList<>();
        StringBuilder pattern = new StringBuilder();
        for (DateToken token : tokens) {
            switch (token) {
                case DateToken.Field(char letter, int count) -> pattern.repeat(letter, count);
                case DateToken.Other(String text) -> pattern.append(text);
                case DateToken.Text(String text) -> {
                    String[] texts = text.split("/", -1);
                    for (String each : List.of(texts).subList(0, texts.length - 1)) {
                        between.add(pattern.append(literal(each)).toString());
                        pattern.setLength(0);
                    }
                    pattern.append(literal(texts[texts.length - 1]));
                }
            }
        }
        between.add(pattern.toString());
        return between;
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
        boolean plain = text.chars().noneMatch(c -> isLetter((char) c) || c == '\'' || RESERVED.indexOf(c) >= 0);
        return plain ? text : "'" + text.replace("'", "''") + "'";
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
