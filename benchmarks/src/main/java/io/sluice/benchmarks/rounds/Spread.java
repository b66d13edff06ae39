package io.sluice.benchmarks.rounds;

import java.util.Arrays;

/// Several measurements of one thing.
///
/// @param median the middle one
/// @param low    a quarter of them are below
/// @param high   a quarter of them are above
public record Spread(double median, double low, double high) {
    /// @param values at least one
    public static Spread of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(at(sorted, 0.5), at(sorted, 0.25), at(sorted, 0.75));
    }

    private static double at(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    public Spread times(double factor) {
        return new Spread(median * factor, low * factor, high * factor);
    }
}
