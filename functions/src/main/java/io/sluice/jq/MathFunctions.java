package io.sluice.jq;

import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/// jq's functions of the C mathematics library.
final class MathFunctions {
    private MathFunctions() {}

    static void register(Map<String, Native> functions) {
        exact(functions);
        unary(functions, "tanh", StrictMath::tanh);
        unary(functions, "exp", Transcendental::exp);
        unary(functions, "expm1", StrictMath::expm1);
        unary(functions, "exp2", Transcendental::exp2);
        unary(functions, "exp10", Transcendental::exp10);
        unary(functions, "log", Transcendental::log);
        unary(functions, "log2", Transcendental::log2);
        unary(functions, "log10", Transcendental::log10);
        binary(functions, "pow", Transcendental::pow);
    }

    /// Functions whose results are exact by definition, so that Java and C cannot differ.
    private static void exact(Map<String, Native> functions) {
        unary(functions, "floor", Math::floor);
        unary(functions, "ceil", Math::ceil);
        unary(functions, "sqrt", Math::sqrt);
        unary(functions, "fabs", Math::abs);
        unary(functions, "rint", Math::rint);
        unary(functions, "nearbyint", Math::rint);
        unary(functions, "trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x));
        unary(functions, "round", MathFunctions::round);
        unary(functions, "logb", MathFunctions::logb);
        unary(functions, "significand", MathFunctions::significand);
        binary(functions, "fmod", (x, y) -> x % y);
        binary(functions, "remainder", Math::IEEEremainder);
        binary(functions, "drem", Math::IEEEremainder);
        binary(functions, "copysign", Math::copySign);
        binary(functions, "fdim", (x, y) -> Double.isNaN(x) || Double.isNaN(y) ? Double.NaN : x > y ? x - y : 0);
        binary(functions, "fmax", (x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : x >= y ? x : y);
        binary(functions, "fmin", (x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : x <= y ? x : y);
        binary(functions, "nextafter", MathFunctions::nextAfter);
        binary(functions, "nexttoward", MathFunctions::nextAfter);
        binary(functions, "scalb", MathFunctions::scalb);
        binary(functions, "scalbln", (x, n) -> scale(x, JqNumber.toLong(n)));
        binary(functions, "ldexp", (x, n) -> scale(x, JqNumber.toInt(n)));
        functions.put("fma/3", (machine, in, v) -> JqNumber
                .of(Math.fma(number(v[0]), number(v[1]), number(v[2]))));
        functions.put("frexp/0", (machine, in, v) -> frexp(number(in)));
        functions.put("modf/0", (machine, in, v) -> modf(number(in)));
    }

    private static void unary(Map<String, Native> functions, String name, DoubleUnaryOperator operator) {
        functions.put(name + "/0", (machine, in, v) -> JqNumber.of(operator.applyAsDouble(number(in))));
    }

    private static void binary(Map<String, Native> functions, String name, DoubleBinaryOperator operator) {
        functions.put(name + "/2",
                (machine, in, v) -> JqNumber.of(operator.applyAsDouble(number(v[0]), number(v[1]))));
    }

    private static double number(JqValue value) {
        if (value instanceof JqNumber(double number)) {
            return number;
        }
        throw JqError.type(value, "number required");
    }

    /// Halves away from zero, as C does it.
    private static double round(double x) {
        double whole = x < 0 ? Math.ceil(x) : Math.floor(x);
        return Math.abs(x - whole) >= 0.5 ? whole + Math.copySign(1, x) : Math.copySign(whole, x);
    }

    private static double logb(double x) {
        if (x == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return Double.isInfinite(x) ? Double.POSITIVE_INFINITY : Double.isNaN(x) ? x : exponent(x);
    }

    /// The exponent of a finite number that is not zero, below the normal range too.
    private static int exponent(double x) {
        return Math.abs(x) < Double.MIN_NORMAL ? Math.getExponent(x * 0x1p54) - 54 : Math.getExponent(x);
    }

    private static double significand(double x) {
        return x == 0 || Double.isNaN(x) || Double.isInfinite(x) ? x : scale(x, -exponent(x));
    }

    private static double nextAfter(double x, double towards) {
        return x == towards ? towards : Math.nextAfter(x, towards);
    }

    private static double scale(double x, long exponent) {
        int bounded = (int) Math.max(-5000, Math.min(5000, exponent));
        return Math.scalb(x, bounded);
    }

    private static double scalb(double x, double exponent) {
        if (Double.isNaN(x) || Double.isNaN(exponent)) {
            return Double.NaN;
        }
        if (Double.isInfinite(exponent)) {
            return exponent > 0 ? x * exponent : x == 0 ? x : x / -exponent;
        }
        return exponent == Math.rint(exponent) ? scale(x, (long) exponent) : Double.NaN;
    }

    private static JqValue frexp(double x) {
        if (x == 0 || Double.isNaN(x) || Double.isInfinite(x)) {
            return JqArray.of(JqNumber.of(x), JqNumber.ZERO);
        }
        int exponent = exponent(x) + 1;
        return JqArray.of(JqNumber.of(scale(x, -exponent)), JqNumber.of(exponent));
    }

    private static JqValue modf(double x) {
        double whole = x < 0 ? Math.ceil(x) : Math.floor(x);
        double fraction = Double.isInfinite(x) ? Math.copySign(0, x) : Math.copySign(x - whole, x);
        return JqArray.of(JqNumber.of(fraction), JqNumber.of(whole));
    }
}
