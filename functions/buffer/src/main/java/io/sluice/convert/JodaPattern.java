package io.sluice.convert;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/// Joda-Time's patterns, in which `TimestampFormats` are written, as far as times of records need them.
///
/// Source: Joda-Time's class documentation of `DateTimeFormat`.
final class JodaPattern {
    private static final String SAME_LETTERS = "uMdDEaHhKkms";
    private static final int NANO_DIGITS = 9;

    private final String pattern;
    private final DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    private int at;
    private boolean afterNumber;

    private JodaPattern(String pattern) {
        this.pattern = pattern;
    }

    /// @throws IllegalArgumentException saying what is wrong with the pattern
    static DateTimeFormatter formatter(String pattern) {
        return new JodaPattern(pattern).build();
    }

    private DateTimeFormatter build() {
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (c == '\'') {
                quoted();
            } else if (Character.isLetter(c)) {
                letters(c);
            } else {
                builder.appendLiteral(c);
                at++;
                afterNumber = false;
            }
        }
        if (pattern.chars().noneMatch(c -> "HhKk".indexOf(c) >= 0)) {
            builder.parseDefaulting(ChronoField.HOUR_OF_DAY, 0);
        }
        return builder.toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);
    }

    private void quoted() {
        int end = pattern.indexOf('\'', at + 1);
        if (end < 0) {
            throw new IllegalArgumentException("the quote at character " + (at + 1) + " does not end");
        }
        builder.appendLiteral(end == at + 1 ? "'" : pattern.substring(at + 1, end));
        at = end + 1;
        afterNumber = false;
    }

    private void letters(char letter) {
        int count = 1;
        while (at + count < pattern.length() && pattern.charAt(at + count) == letter) {
            count++;
        }
        at += count;
        boolean number = true;
        switch (letter) {
            case 'y', 'Y' -> builder.appendPattern("u".repeat(count));
            case 'S' ->
                builder.appendFraction(ChronoField.NANO_OF_SECOND, afterNumber ? Math.min(count, NANO_DIGITS) : 1,
                        count == 1 ? NANO_DIGITS : Math.min(count, NANO_DIGITS), false);
            case 'Z' -> {
                builder.appendPattern(count <= 2 ? "[XXX][XX][X]" : "VV");
                number = false;
            }
            case 'z' -> {
                builder.appendPattern("z");
                number = false;
            }
            default -> {
                if (SAME_LETTERS.indexOf(letter) < 0) {
                    throw new IllegalArgumentException(
                            "the letter " + letter + " is not supported; use y M d D E a H h K"
                                    + " k m s S Z z, or text in single quotes");
                }
                builder.appendPattern(String.valueOf(letter).repeat(count));
            }
        }
        afterNumber = number;
    }
}
