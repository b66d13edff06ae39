package io.sluice.tables;

/// A piece of a date pattern.
sealed interface DateToken {
    /// Text as it is.
    record Text(String text) implements DateToken {}

    /// A run of one letter, as `yyyy`.
    record Field(char letter, int count) implements DateToken {}
}
