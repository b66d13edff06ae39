package io.sluice.jq.value;

/// A JSON value as jq 1.6 holds it: numbers are doubles, strings are sequences of code points, objects keep the
/// order of insertion. Immutable, and safe to share between threads.
///
/// Identity (`==`) means something to jq: a path expression must end in the very value that its path leads to, so
/// operations that give back their input unchanged give back the same instance.
public sealed interface JqValue permits JqNull, JqBoolean, JqNumber, JqString, JqArray, JqObject {

    /// The rank of the kind in jq's order: null, false, true, numbers, strings, arrays, objects.
    int rank();

    /// The name that jq's `type` gives.
    String typeName();

    /// Tests whether a condition takes this as true: everything but `null` and `false`.
    default boolean isTrue() {
        return true;
    }

    /// Tests whether two values are one and the same to a path expression: scalars by their bits, the rest by instance.
    static boolean identical(JqValue a, JqValue b) {
        if (a == b) {
            return true;
        }
        return a instanceof JqNumber(double x) && b instanceof JqNumber(double y)
                && Double.doubleToRawLongBits(x) == Double.doubleToRawLongBits(y);
    }
}
