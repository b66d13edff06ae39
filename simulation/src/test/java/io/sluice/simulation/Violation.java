package io.sluice.simulation;

/// Something that must never happen did.
public final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    public Violation(String what) {
        super(what);
    }
}
