package io.sluice.benchmarks.report;

import java.util.Locale;

/// The goal of a figure, or of its ratio.
///
/// @param of    which of the two
/// @param bound from which side
/// @param value the bound itself
public record Goal(Of of, Bound bound, double value) {
    /// The value that is held against the bound.
    public enum Of {
        FIGURE, RATIO
    }

    /// The side of the bound that the goal is on.
    public enum Bound {
        AT_LEAST, AT_MOST
    }

    public static Goal ratioAtLeast(double value) {
        return new Goal(Of.RATIO, Bound.AT_LEAST, value);
    }

    public static Goal ratioAtMost(double value) {
        return new Goal(Of.RATIO, Bound.AT_MOST, value);
    }

    public static Goal figureAtMost(double value) {
        return new Goal(Of.FIGURE, Bound.AT_MOST, value);
    }

    public static Goal figureAtLeast(double value) {
        return new Goal(Of.FIGURE, Bound.AT_LEAST, value);
    }

    boolean reachedBy(double measured) {
        return bound == Bound.AT_LEAST ? measured >= value : measured <= value;
    }

    /// As `≥ 25 ×` or `≤ 1`.
    public String text() {
        String number = value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%s", value);
        return (bound == Bound.AT_LEAST ? "≥ " : "≤ ") + number + (of == Of.RATIO ? " ×" : "");
    }
}
