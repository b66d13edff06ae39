package io.sluice.jq.value;

/// A number: always a double, as in jq 1.6; may be NaN or infinite.
public record JqNumber(double value) implements JqValue {
    public static final JqNumber ZERO = new JqNumber(0);

    public static JqNumber of(double value) {
        return new JqNumber(value);
    }

    @Override
    public int rank() {
        return 4;
    }

    @Override
    public String typeName() {
        return "number";
    }

    /// The value as C's `(int)` cast gives it on x86-64: truncated, and the smallest int when it does not fit.
    public static int toInt(double value) {
        return value > -2147483649.0 && value < 2147483648.0 ? (int) value : Integer.MIN_VALUE;
    }

    /// The value as C's cast to a 64-bit integer gives it on x86-64: truncated, and the smallest long when it does
    /// not fit.
    public static long toLong(double value) {
        return value >= -0x1p63 && value < 0x1p63 ? (long) value : Long.MIN_VALUE;
    }
}
