package io.sluice.local.init;

import java.time.LocalDate;

/// The time that a folder is of, shortest first.
enum Span {
    DAY("date", "yyyy-MM-dd", "%Y-%m-%d"), MONTH("month", "yyyy-MM", "%Y-%m"), YEAR("year", "yyyy", "%Y");

    private final String key;
    private final String pattern;
    private final String format;

    Span(String key, String pattern, String format) {
        this.key = key;
        this.pattern = pattern;
        this.format = format;
    }

    /// The name of a key that is one.
    String key() {
        return key;
    }

    /// The `DateTimeFormatter` pattern of its text.
    String pattern() {
        return pattern;
    }

    /// The `strftime` format of its text.
    String format() {
        return format;
    }

    /// The text of the one that `day` is in.
    String of(LocalDate day) {
        return day.toString().substring(0, pattern.length());
    }
}
