package io.sluice.simulation;

/// Something that must never happen did.
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    Violation(String what) {
        super(what);
    }
}
