package io.sluice.manifest;

/// An invariant of the buffer protocol does not hold. Never expected: it means a defect, or state changed by hand.
public final class InvariantViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String invariant;

    InvariantViolation(String invariant, String detail) {
        super("invariant " + invariant + " is violated: " + detail
                + "; the run stopped before its commit and nothing was changed (docs/internals/INVARIANTS.md)");
        this.invariant = invariant;
    }

    /// Its name in `docs/internals/INVARIANTS.md`.
    public String invariant() {
        return invariant;
    }
}
