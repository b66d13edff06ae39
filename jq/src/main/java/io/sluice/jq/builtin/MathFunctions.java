package io.sluice.jq.builtin;

import io.sluice.jq.eval.Native;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqValue;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/// jq's functions of the C mathematics library.
final class MathFunctions {
    private MathFunctions() {}

    /// The function of a signature like `floor/0`, or null. Those whose results are exact by definition cannot differ
    /// from C's; the others were compared with the jq binary.
    static @Nullable Native find(String signature) {
        return switch (signature) {
            case "tanh/0" -> unary(StrictMath::tanh);
            case "exp/0" -> unary(Transcendental::exp);
            case "expm1/0" -> unary(StrictMath::expm1);
            case "exp2/0" -> unary(Transcendental::exp2);
            case "exp10/0" -> unary(Transcendental::exp10);
            case "log/0" -> unary(Transcendental::log);
            case "log2/0" -> unary(Transcendental::log2);
            case "log10/0" -> unary(Transcendental::log10);
            case "pow/2" -> binary(Transcendental::pow);
            case "floor/0" -> unary(Math::floor);
            case "ceil/0" -> unary(Math::ceil);
            case "sqrt/0" -> unary(Math::sqrt);
            case "fabs/0" -> unary(Math::abs);
            case "rint/0" -> unary(Math::rint);
            case "nearbyint/0" -> unary(Math::rint);
            case "trunc/0" -> unary(x -> x < 0 ? Math.ceil(x) : Math.floor(x));
            case "round/0" -> unary(MathFunctions::round);
            case "logb/0" -> unary(MathFunctions::logb);
            case "significand/0" -> unary(MathFunctions::significand);
            case "fmod/2" -> binary((x, y) -> x % y);
            case "remainder/2" -> binary(Math::IEEEremainder);
            case "drem/2" -> binary(Math::IEEEremainder);
            case "copysign/2" -> binary(Math::copySign);
            case "fdim/2" -> binary((x, y) -> Double.isNaN(x) || Double.isNaN(y) ? Double.NaN : x > y ? x - y : 0);
            case "fmax/2" -> binary((x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : x >= y ? x : y);
            case "fmin/2" -> binary((x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : x <= y ? x : y);
            case "nextafter/2" -> binary(MathFunctions::nextAfter);
            case "nexttoward/2" -> binary(MathFunctions::nextAfter);
            case "scalb/2" -> binary(MathFunctions::scalb);
            case "scalbln/2" -> binary((x, n) -> scale(x, JqNumber.toLong(n)));
            case "ldexp/2" -> binary((x, n) -> scale(x, JqNumber.toInt(n)));
            case "fma/3" -> (machine, in, v) -> JqNumber.of(Math.fma(number(v[0]), number(v[1]), number(v[2])));
            case "frexp/0" -> (machine, in, v) -> frexp(number(in));
            case "modf/0" -> (machine, in, v) -> modf(number(in));
            default -> null;
        };
    }

    private static Native unary(DoubleUnaryOperator operator) {
        return (machine, in, v) -> JqNumber.of(operator.applyAsDouble(number(in)));
    }

    private static Native binary(DoubleBinaryOperator operator) {
        return (machine, in, v) -> JqNumber.of(operator.applyAsDouble(number(v[0]), number(v[1])));
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
