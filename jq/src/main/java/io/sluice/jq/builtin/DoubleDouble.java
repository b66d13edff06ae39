package io.sluice.jq.builtin;

/// A number as the unevaluated sum of two doubles, good for about 104 bits: enough to round results of the
/// transcendental functions correctly, as glibc does but for the rarest arguments.
record DoubleDouble(double hi, double lo) {
    static final DoubleDouble ONE = new DoubleDouble(1, 0);

    static DoubleDouble of(double value) {
        return new DoubleDouble(value, 0);
    }

    private static DoubleDouble normalised(double hi, double lo) {
        double sum = hi + lo;
        return new DoubleDouble(sum, lo - (sum - hi));
    }

    private static DoubleDouble exactSum(double a, double b) {
        double sum = a + b;
        double rest = sum - a;
        return new DoubleDouble(sum, a - (sum - rest) + (b - rest));
    }

    DoubleDouble plus(DoubleDouble other) {
        DoubleDouble high = exactSum(hi, other.hi);
        DoubleDouble low = exactSum(lo, other.lo);
        DoubleDouble sum = normalised(high.hi, high.lo + low.hi);
        return normalised(sum.hi, sum.lo + low.lo);
    }

    DoubleDouble plus(double other) {
        return plus(of(other));
    }

    DoubleDouble times(DoubleDouble other) {
        double product = hi * other.hi;
        double rest = Math.fma(hi, other.hi, -product);
        return normalised(product, rest + (hi * other.lo + lo * other.hi));
    }

    DoubleDouble times(double other) {
        return times(of(other));
    }

    DoubleDouble dividedBy(DoubleDouble divisor) {
        double first = hi / divisor.hi;
        DoubleDouble rest = plus(divisor.times(-first));
        double second = rest.hi / divisor.hi;
        DoubleDouble last = rest.plus(divisor.times(-second));
        return normalised(first, second).plus(last.hi / divisor.hi);
    }

    /// The nearest double to this times a power of two.
    double scaled(int exponent) {
        return Math.scalb(hi + lo, exponent);
    }
}
