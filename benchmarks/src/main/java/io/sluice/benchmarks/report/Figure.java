package io.sluice.benchmarks.report;

import io.sluice.benchmarks.rounds.Spread;
import java.util.Optional;
import java.util.stream.Collectors;

/// One line of the results.
///
/// @param name  what was measured, as `transform, 400 B`
/// @param value in `unit`
/// @param ratio beside something known; empty for a figure that stands by itself
/// @param goal  what it is to reach; empty where there is no goal
public record Figure(String name, Spread value, String unit, Optional<Ratio> ratio, Optional<Goal> goal) {
    public Figure {
        if (ratio.isEmpty() && goal.isPresent() && goal.get().of() == Goal.Of.RATIO) {
            throw new IllegalArgumentException(name + " has a goal for its ratio, and no ratio");
        }
    }

    public static Figure of(String name, Spread value, String unit) {
        return new Figure(name, value, unit, Optional.empty(), Optional.empty());
    }

    public static Figure of(String name, double value, String unit) {
        return of(name, new Spread(value, value, value), unit);
    }

    public static Figure count(String name, long count, String unit) {
        return of(name, (double) count, unit);
    }

    public Figure beside(String what, double other, Spread times) {
        return new Figure(name, value, unit, Optional.of(new Ratio(times, what, other)), goal);
    }

    /// With the ratio of the two figures themselves, where they are not of several rounds.
    public Figure beside(String what, double other) {
        double times = value.median() / other;
        return beside(what, other, new Spread(times, times, times));
    }

    public Figure withGoal(Goal reach) {
        return new Figure(name, value, unit, ratio, Optional.of(reach));
    }

    /// Tests whether the goal is reached; empty where there is none.
    public Optional<Boolean> reached() {
        return goal.map(each -> each.reachedBy(switch (each.of()) {
            case FIGURE -> value.median();
            case RATIO -> ratio.orElseThrow().value().median();
        }));
    }

    /// The figure on one line.
    public String line() {
        return Rows.of(this).stream().filter(cell -> !cell.isEmpty()).collect(Collectors.joining("  "));
    }
}
