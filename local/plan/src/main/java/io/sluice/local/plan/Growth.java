package io.sluice.local.plan;

import java.util.List;
import java.util.stream.IntStream;

/// The growth of the number of partitions with the sample, and what that says about more data.
///
/// Beyond the sample it follows Heaps' law, partitions ∝ records^exponent, with the exponent of the sample's second
/// half: 0 where no new partition comes, 1 where every record brings its own.
///
/// @param points   partitions in the first 10, 25, 50 and 100 % of the records
/// @param exponent 0 to 1
public record Growth(List<Point> points, double exponent) {
    private static final int[] PERCENTS = {10, 25, 50, 100};
    /// New partitions in the second half, as a share of those in the first, that still count as none.
    private static final double LEVEL = 0.05;

    public Growth {
        points = List.copyOf(points);
    }

    /// @param percent of the sample's records, from its start
    public record Point(int percent, int records, int partitions) {}

    static Growth of(Trace trace) {
        List<Point> points = IntStream.of(PERCENTS).mapToObj(percent -> {
            int records = Math.toIntExact((long) trace.records() * percent / 100);
            return new Point(percent, records, trace.partitionsAfter(records));
        }).toList();
        return new Growth(points, exponent(points.get(points.size() - 2).partitions(), points.getLast().partitions()));
    }

    private static double exponent(int inHalf, int inWhole) {
        if (inHalf == 0 || inWhole <= inHalf * (1 + LEVEL)) {
            return 0;
        }
        return Math.min(1, Math.log((double) inWhole / inHalf) / Math.log(2));
    }

    /// The same sample, if no other partition were ever to come.
    Growth ended() {
        return new Growth(points, 0);
    }

    /// Partitions in the whole sample.
    public int partitions() {
        return points.getLast().partitions();
    }

    /// Tests whether the second half of the sample brought hardly any new partition.
    public boolean levelledOff() {
        return exponent == 0;
    }

    /// Returns by how many times there are more partitions in `times` the sample's data than in the sample; `times` is
    /// at least 1.
    public double factor(double times) {
        return Math.pow(times, exponent);
    }
}
