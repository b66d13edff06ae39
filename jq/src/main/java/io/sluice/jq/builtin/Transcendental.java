package io.sluice.jq.builtin;

/// Exponentials and logarithms, rounded correctly, where `StrictMath` may be off by one unit and a key would change.
final class Transcendental {
    private static final DoubleDouble LN2 = new DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
    private static final double LN2_REST = 0x1.7b57a079a1934p-111;
    private static final double LN10_ALL = 0x1.26bb1bbb55516p+1;
    private static final double LN10_HIGH = 0x2.4d7637p0;
    private static final double LN10_LOW = 0x7.6aaa2b05ba95cp-28;
    private static final double LOG10_E = 0.4342944819032518;
    private static final double LOG10_2_HIGH = 0.30102999566361177;
    private static final double LOG10_2_LOW = 3.694239077158931E-13;
    private static final double OVERFLOW = 709.8;
    private static final double UNDERFLOW = -745.2;
    /// Beyond this an exponential is 0 or infinite in any case.
    private static final double FAR = 1e6;
    private static final int HALVINGS = 9;
    private static final double NEAR_ONE = 0x1p-8;

    private Transcendental() {}

    static double exp(double x) {
        return exp(DoubleDouble.of(x));
    }

    static double exp2(double x) {
        if (Double.isInfinite(x)) {
            return x < 0 ? 0 : x;
        }
        return x == Math.rint(x) && Math.abs(x) < 1075 ? Math.scalb(1.0, (int) x) : exp(LN2.times(x));
    }

    static double log(double x) {
        return isOrdinary(x) ? ln(x).hi() : StrictMath.log(x);
    }

    static double log2(double x) {
        if (!isOrdinary(x)) {
            return StrictMath.log(x);
        }
        DoubleDouble quotient = ln(x).dividedBy(LN2);
        return quotient.hi() + quotient.lo();
    }

    static double pow(double x, double y) {
        boolean plain = isOrdinary(Math.abs(x)) && y != 0 && !Double.isNaN(y) && !Double.isInfinite(y);
        if (!plain || (x < 0 && y != Math.rint(y))) {
            return x == 1 ? 1 : x == -1 && Double.isInfinite(y) ? 1 : StrictMath.pow(x, y);
        }
        boolean negative = x < 0 && Math.abs(y) < 0x1p53 && (long) y % 2 != 0;
        DoubleDouble ln = ln(Math.abs(x));
        double exponent = ln.hi() * y;
        double size = Math.abs(exponent) > FAR ? (exponent < 0 ? 0 : Double.POSITIVE_INFINITY) : exp(ln.times(y));
        return negative ? -size : size;
    }

    private static boolean isOrdinary(double x) {
        return x > 0 && x < Double.POSITIVE_INFINITY;
    }

    private static double exp(DoubleDouble x) {
        if (Double.isNaN(x.hi())) {
            return Double.NaN;
        }
        if (x.hi() > OVERFLOW) {
            return Double.POSITIVE_INFINITY;
        }
        if (x.hi() < UNDERFLOW) {
            return 0;
        }
        int exponent = (int) Math.rint(x.hi() / LN2.hi());
        return mantissa(x, exponent).scaled(exponent);
    }

    /// e to the power of x over two to the power of `exponent`: the exponential of a small rest by its series, which is
    /// squared as often as the rest was halved.
    private static DoubleDouble mantissa(DoubleDouble x, int exponent) {
        DoubleDouble rest = x.plus(LN2.times(-exponent)).plus(-exponent * LN2_REST).times(Math.scalb(1.0, -HALVINGS));
        DoubleDouble sum = DoubleDouble.ONE;
        for (int i = 11; i >= 1; i--) {
            sum = sum.times(rest).dividedBy(DoubleDouble.of(i)).plus(1);
        }
        for (int i = 0; i < HALVINGS; i++) {
            sum = sum.times(sum);
        }
        return sum;
    }

    private static DoubleDouble ln(double x) {
        int exponent = Math.getExponent(x);
        double mantissa = x;
        if (exponent < Double.MIN_EXPONENT) {
            mantissa = x * 0x1p54;
            exponent = Math.getExponent(mantissa) - 54;
            mantissa = Math.scalb(mantissa, -exponent - 54);
        } else {
            mantissa = Math.scalb(x, -exponent);
        }
        if (mantissa > 1.4) {
            mantissa /= 2;
            exponent++;
        }
        DoubleDouble ln = lnOfMantissa(mantissa);
        return exponent == 0 ? ln : LN2.times(exponent).plus(ln).plus(exponent * LN2_REST);
    }

    /// Near one by the series of the area tangent, else one Newton step from Java's logarithm.
    private static DoubleDouble lnOfMantissa(double x) {
        if (Math.abs(x - 1) < NEAR_ONE) {
            DoubleDouble s = DoubleDouble.of(x - 1).dividedBy(DoubleDouble.of(x).plus(1));
            DoubleDouble square = s.times(s);
            DoubleDouble sum = DoubleDouble.of(0);
            for (int i = 17; i >= 1; i -= 2) {
                sum = sum.times(square).plus(DoubleDouble.ONE.dividedBy(DoubleDouble.of(i)));
            }
            return sum.times(s).times(2);
        }
        double first = StrictMath.log(x);
        DoubleDouble error = mantissa(DoubleDouble.of(-first), 0).times(x).plus(-1);
        return error.plus(error.times(error).times(-0.5)).plus(first);
    }

    /// glibc's way, which is not rounded correctly: from the logarithm of the mantissa.
    static double log10(double x) {
        if (!isOrdinary(x) || x < Double.MIN_NORMAL) {
            return x > 0 && x < 1 ? log10(x * 0x1p54, -54) : StrictMath.log10(x);
        }
        return log10(x, 0);
    }

    private static double log10(double x, int shifted) {
        int exponent = Math.getExponent(x) + shifted;
        int negative = exponent < 0 ? 1 : 0;
        double mantissa = Math.scalb(x, -Math.getExponent(x) - negative);
        double whole = exponent + negative;
        double rest = whole * LOG10_2_LOW + LOG10_E * log(mantissa);
        return rest + whole * LOG10_2_HIGH;
    }

    /// glibc's way, which is not rounded correctly: as a product of two exponentials.
    static double exp10(double x) {
        if (Double.isNaN(x) || Double.isInfinite(x)) {
            return exp(x);
        }
        if (x < -332 || x > 309) {
            return x < 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        if (Math.abs(x) < 0x1p-56) {
            return 1;
        }
        double high = Double.longBitsToDouble(Double.doubleToRawLongBits(x) & 0xffff_ffff_f800_0000L);
        double low = x - high;
        return exp(high * LN10_HIGH) * exp(high * LN10_LOW + low * LN10_ALL);
    }
}
