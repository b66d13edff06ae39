package io.sluice.benchmarks.sustain;

import java.util.function.ToDoubleFunction;

/// What any number of batches takes, on the straight line through two that were executed: per-batch costs, and what is
/// there without them. That it is a line is checked with a third ([#error]).
///
/// @param small fewer batches
/// @param large more
record Line(Point small, Point large) {
    Line {
        if (small.batches() >= large.batches()) {
            throw new IllegalArgumentException(small.batches() + " batches are not fewer than " + large.batches());
        }
    }

    Point at(double batches) {
        return new Point(batches, on(batches, Point::seconds), on(batches, Point::processor),
                on(batches, Point::network), on(batches, Point::waiting), on(batches, Point::puts),
                on(batches, Point::gets), on(batches, Point::deletes), on(batches, Point::lists),
                on(batches, Point::objects), on(batches, Point::objectBytes), on(batches, Point::writeUnits),
                on(batches, Point::readUnits), on(batches, Point::flushTime), on(batches, Point::invocations));
    }

    private double on(double batches, ToDoubleFunction<Point> figure) {
        double from = figure.applyAsDouble(small);
        double slope = (figure.applyAsDouble(large) - from) / (large.batches() - small.batches());
        return Math.max(0, from + slope * (batches - small.batches()));
    }

    /// How far the line's time is from an executed one, as a share of that.
    double error(Point executed) {
        return at(executed.batches()).seconds() / executed.seconds() - 1;
    }
}
