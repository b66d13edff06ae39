package io.sluice.benchmarks;

import java.util.Objects;

/// Measured code put out something else than it has to: a figure of it would be worth nothing.
public final class WrongOutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WrongOutputException(String message) {
        super(message);
    }

    /// @param what names what is compared
    /// @throws WrongOutputException when the two are not equal
    public static void unlessEqual(String what, Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new WrongOutputException(what + " is " + actual + ", and has to be " + expected);
        }
    }

    /// Always there.
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
