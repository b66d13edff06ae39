package io.sluice.layout;

/// A piece of a date pattern.
sealed interface DateToken {
    /// Text as it is.
    record Text(String text) implements DateToken {}

    /// A run of one letter, as `yyyy`.
    record Field(char letter, int count) implements DateToken {}

    /// A part that no table can express: padding, a bracket of an optional section, what the formatter keeps for
    /// itself.
    record Other(String text) implements DateToken {}
}
