package io.sluice.jq.value;

import org.jspecify.annotations.Nullable;

/// The part of an array or a string that a slice key names: from `start` up to `end`, both within the length.
public record Slice(int start, int end) {
    /// The members of a slice key.
    public static final String START = "start";
    public static final String END = "end";

    /// Resolves `range`, an object with `start` and `end`: negative counts from the end, null is open, a fractional
    /// start is rounded down, a fractional end up. Null when they are no numbers.
    public static @Nullable Slice of(JqObject range, int length) {
        Double first = bound(range.find(START), 0);
        Double last = bound(range.find(END), length);
        if (first == null || last == null) {
            return null;
        }
        double from = first < 0 ? first + length : first;
        double to = last < 0 ? last + length : last;
        from = from < 0 ? 0 : from > length ? length : from;
        int start = JqNumber.toInt(from);
        int end = to > length ? length : JqNumber.toInt(to);
        if (end < to) {
            end++;
        }
        end = Math.min(end, length);
        if (start < 0) {
            throw JqStop.unsupported("a slice cannot start at NaN; jq 1.6 aborts here");
        }
        return new Slice(start, Math.max(start, end));
    }

    private static @Nullable Double bound(@Nullable JqValue value, double open) {
        return switch (value) {
            case JqNull _ -> open;
            case JqNumber(double number) -> number;
            case null, default -> null;
        };
    }
}
