package io.sluice.benchmarks.sustain;

import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// The figures of any number of batches, on the straight line through two that were executed: per-batch costs, and what
/// is there without them; GETs by their own rule. That it is right is checked with a third ([#error]).
///
/// @param small fewer batches
/// @param large more
/// @param reads how GETs grow
/// @param third still more; empty where it was not looked at
record Line(Point small, Point large, Reads reads, Optional<Point> third) {
    Line {
        if (small.batches() >= large.batches()) {
            throw new IllegalArgumentException(small.batches() + " batches are not fewer than " + large.batches());
        }
    }

    Line(Point small, Point large, Reads reads) {
        this(small, large, reads, Optional.empty());
    }

    /// The same, with a third that says how right it is.
    Line checkedBy(Point executed) {
        return new Line(small, large, reads, Optional.of(executed));
    }

    /// Of exactly so many batches, if that was executed.
    Optional<Point> executed(double batches) {
        return Stream.concat(Stream.of(small, large), third.stream())
                .filter(each -> Math.abs(each.batches() - batches) < 0.5).findFirst();
    }

    Point at(double batches) {
        return reads.correct(straight(batches), gets(batches));
    }

    /// Those of ranges by their rule, and the rest, which is a share of the batches and as many each time.
    private double gets(double batches) {
        double smallRest = small.gets() - reads.ranges(small.batches());
        double largeRest = large.gets() - reads.ranges(large.batches());
        double slope = (largeRest - smallRest) / (large.batches() - small.batches());
        return reads.ranges(batches) + Math.max(0, smallRest + slope * (batches - small.batches()));
    }

    private Point straight(double batches) {
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

    /// The distance of its time from the third's, as a share of that.
    Optional<Double> error() {
        return third.map(executed -> at(executed.batches()).seconds() / executed.seconds() - 1);
    }

    /// The distance of its number of GETs from the third's, likewise.
    Optional<Double> readsError() {
        return third.map(executed -> at(executed.batches()).gets() / executed.gets() - 1);
    }
}
