package io.sluice.benchmarks.rounds;

import java.util.Arrays;
import java.util.List;

/// The times that each contestant took in each round.
public final class Timings {
    private final List<String> names;
    private final double[][] nanos;

    /// @param nanos of the work done once, by contestant and round
    Timings(List<String> names, double[][] nanos) {
        this.names = names;
        this.nanos = nanos;
    }

    /// A contestant's time for the work done once, in nanoseconds.
    public Spread nanos(String name) {
        return Spread.of(row(name));
    }

    /// A contestant's throughput, where doing the work once is `amount` of something: that a second.
    public Spread perSecond(String name, double amount) {
        return Spread.of(Arrays.stream(row(name)).map(each -> amount * 1e9 / each).toArray());
    }

    /// Returns by how many times `subject` is faster than `beside`: of each round's two times their ratio.
    public Spread speed(String subject, String beside) {
        double[] ours = row(subject);
        double[] theirs = row(beside);
        double[] ratios = new double[ours.length];
        Arrays.setAll(ratios, round -> theirs[round] / ours[round]);
        return Spread.of(ratios);
    }

    private double[] row(String name) {
        int row = names.indexOf(name);
        if (row < 0) {
            throw new IllegalArgumentException("no contestant " + name + " among " + names);
        }
        return nanos[row];
    }
}
